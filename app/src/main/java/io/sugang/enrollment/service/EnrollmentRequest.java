package io.sugang.enrollment.service;

import io.sugang.platform.ids.ValidId;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotNull;
import org.jspecify.annotations.Nullable;

/**
 * Body of {@code POST /api/enrollments}.
 *
 * @param studentId null: the student who is signed in
 */
record EnrollmentRequest(
    @ValidId @Schema(example = "1") @Nullable Long studentId,
    @NotNull(message = "is missing") @ValidId @Schema(example = "2") @Nullable Long courseId) {}
