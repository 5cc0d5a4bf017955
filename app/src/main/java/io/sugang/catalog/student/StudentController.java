package io.sugang.catalog.student;

import io.sugang.platform.ids.Ids;
import io.sugang.platform.ids.ValidId;
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
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
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
  private static final HttpHeaders JSON = json();

  private final StudentReader reader;

  StudentController(StudentReader reader) {
    this.reader = reader;
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
    return isHidden(id, ActingUser.of(http)) ? notFound(id) : found(id, reader.read(id));
  }

  /** Answers as {@link #student} does, without waiting for Redis or MySQL. */
  CompletableFuture<ResponseEntity<?>> studentAsync(long id, HttpServletRequest http) {
    ActingUser user = ActingUser.of(http);
    CompletableFuture<ActingUser> settled = user.settledLater();
    return settled == null
        ? studentAsync(id, user)
        : settled.thenCompose(known -> studentAsync(id, known));
  }

  private CompletableFuture<ResponseEntity<?>> studentAsync(long id, ActingUser user) {
    return isHidden(id, user)
        ? CompletableFuture.completedFuture(notFound(id))
        : reader.find(id).thenApply(json -> found(id, json));
  }

  private static boolean isHidden(long id, ActingUser user) {
    return Ids.isReserved(id) || !user.mayRead(id);
  }

  // The cache holds the JSON as it is sent.
  private static ResponseEntity<?> found(long id, byte @Nullable [] json) {
    return json == null ? notFound(id) : new ResponseEntity<>(json, JSON, HttpStatus.OK);
  }

  private static ResponseEntity<?> notFound(long id) {
    return ProblemType.STUDENT_NOT_FOUND.toResponse("There is no student " + id + ".");
  }

  private static HttpHeaders json() {
    HttpHeaders headers = new HttpHeaders();
    headers.setContentType(MediaType.APPLICATION_JSON);
    return HttpHeaders.readOnlyHttpHeaders(headers);
  }
}
