package io.sugang.student;

import io.sugang.id.Ids;
import io.sugang.id.ValidId;
import io.sugang.problem.ProblemType;
import io.sugang.problem.Refuses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Shows students. */
@Tag(name = "students")
@RestController
class StudentController {
  private final StudentReader reader;

  StudentController(StudentReader reader) {
    this.reader = reader;
  }

  @Operation(summary = "A student")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = StudentView.class)))
  @Refuses({
    ProblemType.INVALID_REQUEST,
    ProblemType.STUDENT_NOT_FOUND,
    ProblemType.TEMPORARILY_UNAVAILABLE
  })
  @GetMapping(path = "/api/students/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
  @Nullable ResponseEntity<?> student(@PathVariable @ValidId long id, HttpServletResponse response)
      throws IOException {
    byte[] json = Ids.isReserved(id) ? null : reader.read(id);
    if (json == null) {
      return ProblemType.STUDENT_NOT_FOUND.toResponse("There is no student " + id + ".");
    }
    // The bytes are the answer: without a ResponseEntity no converter is looked for and no headers
    // are copied.
    response.setContentType(MediaType.APPLICATION_JSON_VALUE);
    response.setContentLength(json.length);
    response.getOutputStream().write(json);
    return null; // which means that the response was written
  }
}
