package io.sugang.catalog.student;

import io.sugang.signin.OwnStudentProblems;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP operation on the student who is signed in. */
@Tag(name = "me")
@RestController
class OwnStudentController {
  static final String PATH = "/api/me";

  private final StudentAnswers answers;

  OwnStudentController(StudentAnswers answers) {
    this.answers = answers;
  }

  @Operation(summary = "The student who is signed in")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = StudentView.class)))
  @OwnStudentProblems
  @GetMapping(path = PATH, produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> student(HttpServletRequest http) {
    return answers.readOwn(http);
  }
}
