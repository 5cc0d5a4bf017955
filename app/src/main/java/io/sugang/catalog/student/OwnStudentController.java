package io.sugang.catalog.student;

import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
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
  @ProblemResponses({
    ProblemType.SIGN_IN_REQUIRED,
    ProblemType.NO_STUDENT,
    ProblemType.INVALID_REQUEST,
    ProblemType.TEMPORARILY_UNAVAILABLE
  })
  @GetMapping(path = PATH, produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> student(HttpServletRequest http) {
    return answers.readOwn(http);
  }
}
