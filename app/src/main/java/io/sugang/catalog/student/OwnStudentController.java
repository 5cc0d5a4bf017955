package io.sugang.catalog.student;

import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import io.sugang.signin.ActingUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP operation on the student who is signed in. */
@Tag(name = "me")
@RestController
class OwnStudentController {
  static final String PATH = "/api/me";

  private final StudentController students;

  OwnStudentController(StudentController students) {
    this.students = students;
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
    ActingUser user = ActingUser.of(http);
    Long own = user.ownStudentId();
    return own == null ? user.noStudent() : students.student(own, http);
  }

  /** Answers as {@link #student} does, without waiting for Redis or MySQL. */
  CompletableFuture<ResponseEntity<?>> studentAsync(HttpServletRequest http) {
    ActingUser user = ActingUser.of(http);
    Long own = user.ownStudentId();
    return own == null
        ? CompletableFuture.completedFuture(user.noStudent())
        : students.studentAsync(own, http);
  }
}
