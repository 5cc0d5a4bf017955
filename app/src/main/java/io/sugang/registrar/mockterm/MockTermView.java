package io.sugang.registrar.mockterm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sugang.registrar.mockterm.MockTerm.EndRequest;
import io.sugang.registrar.mockterm.MockTerm.Size;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A mock term in the API. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(name = "MockTerm")
record MockTermView(
    long termId,
    @Schema(example = "2026 SPRING MOCK") String name,
    @Schema(description = "The regular term that it copies") long ofTermId,
    @Schema(example = "2026 SPRING") String ofTerm,
    MockTermState state,
    @Schema(description = "Of its window, as it was begun") Instant opensAt,
    Instant closesAt,
    String reason,
    Instant begunAt,
    TermSize total,
    @Schema(description = "Students that there are by now") int students,
    @Schema(description = "Courses and pools that there are by now") int courses,
    @Schema(description = "Enrollments that there are now") long enrollments,
    @Nullable String endReason,
    @Nullable Instant endRequestedAt,
    @Nullable Instant endedAt) {

  @Schema(name = "TermSize", description = "What was to be copied")
  record TermSize(int students, @Schema(description = "With pools") int courses) {}

  static MockTermView of(MockTerm term, long enrollments) {
    Size total = term.total();
    EndRequest end = term.end();
    return new MockTermView(
        term.termId(),
        term.name(),
        term.ofTerm(),
        term.ofName(),
        term.state(),
        term.opensAt(),
        term.closesAt(),
        term.reason(),
        term.begunAt(),
        new TermSize(total.students(), total.courses()),
        term.there().students(),
        term.there().courses(),
        enrollments,
        end == null ? null : end.reason(),
        end == null ? null : end.requestedAt(),
        term.endedAt());
  }
}
