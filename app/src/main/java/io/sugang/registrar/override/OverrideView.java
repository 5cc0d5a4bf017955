package io.sugang.registrar.override;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sugang.rules.plan.WaivedRule;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An override in HTTP. What there is not is left out. */
@Schema(name = "Override")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record OverrideView(
    long overrideId,
    long studentId,
    String studentNumber,
    String studentName,
    long courseId,
    String title,
    String department,
    @Schema(description = "The rules that are lifted") List<WaivedRule> lifts,
    @Schema(description = "What the student wrote") String text,
    OverrideState state,
    Instant requestedAt,
    @Nullable Instant decidedAt,
    @Schema(description = "Name of the member of the staff who decided") @Nullable String decidedBy,
    @Schema(description = "Reason of the decision") @Nullable String reason,
    @Schema(description = "The first instant at which a grant cannot be confirmed")
        @Nullable Instant expiresAt,
    @Nullable Instant confirmedAt,
    @Schema(description = "The enrollment that the confirm made") @Nullable Long enrollmentId) {

  /** Returns the view of an entry at a time by the shared clock. */
  static OverrideView of(OverrideEntry entry, Instant now) {
    return new OverrideView(
        entry.overrideId(),
        entry.studentId().value(),
        entry.studentNumber(),
        entry.studentName(),
        entry.courseId().value(),
        entry.title(),
        entry.department(),
        entry.waived().stream().sorted().toList(),
        entry.text(),
        entry.stateAt(now),
        entry.requestedAt(),
        entry.decidedAt(),
        entry.decidedBy(),
        entry.reason(),
        entry.expiresAt(),
        entry.confirmedAt(),
        entry.enrollmentId());
  }
}
