package io.sugang.enrollment.notice;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A notice to a student.
 *
 * @param source what caused it, like {@code cancellation:17}: up to 64 visible ASCII characters. A
 *     student has one notice of a kind and a source
 * @param at the shared clock
 * @param courseId the course that it is about; null for none
 * @param course its title; up to 128 characters
 * @param text the reason that the desk gave; up to 255 characters
 */
public record Notice(
    long studentId,
    NoticeKind kind,
    String source,
    Instant at,
    @Nullable Long courseId,
    @Nullable String course,
    @Nullable String text) {}
