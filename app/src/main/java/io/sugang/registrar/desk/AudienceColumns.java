package io.sugang.registrar.desk;

import org.jspecify.annotations.Nullable;

/** The columns of a row of {@code audience_row}. Null fits all students. */
record AudienceColumns(
    @Nullable Integer gradeFrom,
    @Nullable Integer gradeTo,
    @Nullable Integer termsFrom,
    @Nullable Integer termsTo,
    @Nullable String parity,
    @Nullable String type,
    @Nullable Long departmentId,
    @Nullable Long programId,
    @Nullable String programRole) {}
