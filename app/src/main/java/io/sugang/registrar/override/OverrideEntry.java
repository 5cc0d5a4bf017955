package io.sugang.registrar.override;

import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.WaivedRule;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An override as its row has it.
 *
 * @param storedState GRANTED also after it expired
 * @param text what the student wrote
 * @param decidedBy name of the member of the staff
 * @param reason of the decision
 * @param expiresAt the first instant at which it cannot be confirmed
 */
record OverrideEntry(
    long overrideId,
    StudentId studentId,
    String studentNumber,
    String studentName,
    CourseId courseId,
    String title,
    String department,
    Set<WaivedRule> waived,
    String text,
    OverrideState storedState,
    Instant requestedAt,
    @Nullable Instant decidedAt,
    @Nullable String decidedBy,
    @Nullable String reason,
    @Nullable Instant expiresAt,
    @Nullable Instant confirmedAt,
    @Nullable Long enrollmentId) {

  /** Returns the state at a time by the shared clock. */
  OverrideState stateAt(Instant now) {
    return storedState == OverrideState.GRANTED && expiresAt != null && !now.isBefore(expiresAt)
        ? OverrideState.EXPIRED
        : storedState;
  }
}
