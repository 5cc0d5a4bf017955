package io.sugang.enrollment.rejections;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Why a student got no seat in a course, as the desk reads it.
 *
 * @param code of the subject; null where the course has none
 */
@Schema(name = "CourseRefusals")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CourseRejection(
    long courseId,
    String title,
    @Schema(description = "Code of the subject, if the course has one") @Nullable String code,
    @Nullable String section,
    @Schema(description = "Code of the problem", example = "COURSE_FULL") String reason,
    @Schema(description = "How often the student was refused for this reason") long times,
    Instant firstAt,
    Instant lastAt) {}
