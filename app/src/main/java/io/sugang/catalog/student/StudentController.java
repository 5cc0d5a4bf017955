package io.sugang.catalog.student;

import io.sugang.platform.ids.ValidId;
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
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** HTTP operations on students. */
@Tag(name = "students")
@RestController
class StudentController {
  static final String PATH = "/api/students/{id}";

  private final StudentAnswers answers;

  StudentController(StudentAnswers answers) {
    this.answers = answers;
  }

  @Operation(summary = "A student")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = StudentView.class)))
  @ProblemResponses({
    ProblemType.INVALID_REQUEST,
    ProblemType.STUDENT_NOT_FOUND,
    ProblemType.TEMPORARILY_UNAVAILABLE
  })
  @GetMapping(path = PATH, produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> student(@PathVariable @ValidId long id, HttpServletRequest http) {
    return answers.read(id, http);
  }
}
