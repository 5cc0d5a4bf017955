package io.sugang.verifier;

import org.jspecify.annotations.Nullable;

/** One line of an acknowledgement file; which fields are there depends on its type. */
record AckLine(
    @Nullable String type,
    @Nullable String at,
    @Nullable Long enrollmentId,
    @Nullable Long studentId,
    @Nullable Long courseId,
    @Nullable Integer status,
    @Nullable Long answers,
    @Nullable Boolean complete,
    @Nullable String endedAt) {}
