package io.sugang.audit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code audit_event}.
 *
 * @param detail JSON of the values before and after; null where the action names all
 * @param outcome DONE or the code of the refusal
 * @param sessionId random number of the session; null without one
 */
public record LoggedEvent(
    long eventId,
    Instant at,
    String actor,
    String action,
    String target,
    @Nullable Long studentId,
    @Nullable Long courseId,
    @Nullable Long enrollmentId,
    String outcome,
    @Nullable String detail,
    @Nullable String reason,
    @Nullable Long sessionId) {}
