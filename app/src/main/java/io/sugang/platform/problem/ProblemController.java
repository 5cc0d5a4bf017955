package io.sugang.platform.problem;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Arrays;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** HTTP operation that explains a problem type, at the path of its {@code type}. */
@Tag(name = "problems")
@RestController
class ProblemController {
  /** What a problem type means and what a client does about it. */
  record Explanation(String type, String code, int status, String title, String meaning) {
    static Explanation of(ProblemType type) {
      return new Explanation(
          type.type().toString(), type.code(), type.status().value(), type.title(), type.meaning());
    }
  }

  @Operation(summary = "What a problem type means")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = Explanation.class)))
  @ProblemResponses({
    ProblemType.NOT_FOUND,
    ProblemType.INVALID_REQUEST,
    ProblemType.TEMPORARILY_UNAVAILABLE
  })
  @GetMapping(path = "/problems/{slug}", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> explain(@PathVariable String slug) {
    return Arrays.stream(ProblemType.values())
        .filter(type -> type.slug().equals(slug))
        .findAny()
        .<ResponseEntity<?>>map(type ->
            ResponseEntity.ok()
                .header(HttpHeaders.CACHE_CONTROL, "max-age=3600")
                .body(Explanation.of(type)))
        .orElseGet(
            () -> ProblemType.NOT_FOUND.toResponse("There is no problem type of this name."));
  }
}
