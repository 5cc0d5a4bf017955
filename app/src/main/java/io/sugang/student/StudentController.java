package io.sugang.student;

import io.sugang.fastpath.Answer;
import io.sugang.id.Ids;
import io.sugang.id.ValidId;
import io.sugang.problem.ProblemResponses;
import io.sugang.problem.ProblemType;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Shows students. */
@Tag(name = "students")
@RestController
class StudentController {
  static final String PATH = "/api/students/{id}";

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
  void student(
      @PathVariable @ValidId long id, HttpServletRequest request, HttpServletResponse response)
      throws Exception {
    Answer.await(answer(id, request.getRequestURI())).write(response);
  }

  CompletionStage<Answer> answer(long id, String path) {
    return Ids.isReserved(id)
        ? CompletableFuture.completedFuture(answer(id, null, path))
        : reader.find(id).thenApply(json -> answer(id, json, path));
  }

  private static Answer answer(long id, byte @Nullable [] json, String path) {
    if (json == null) {
      return response ->
          ProblemType.STUDENT_NOT_FOUND.write(response, "There is no student " + id + ".", path);
    }
    // The bytes are the answer, past converters and copies of headers.
    return response -> {
      response.setContentType(MediaType.APPLICATION_JSON_VALUE);
      response.setContentLength(json.length);
      response.getOutputStream().write(json);
    };
  }
}
