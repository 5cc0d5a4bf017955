package io.sugang.catalog.course;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A course in the API. From {@code code} on a member is there for a course that has it, and not in
 * the first seconds after the course was created.
 *
 * @param code that of the subject
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(name = "Course")
public record CourseView(
    long courseId,
    String title,
    String department,
    String professor,
    int credits,
    int capacity,
    @Schema(description = "Seats that are free at this moment") int remaining,
    @Nullable String code,
    @Nullable String section,
    @Nullable List<CourseMeeting> meetings,
    @Nullable Long termId,
    @Nullable Long subjectId,
    @Nullable Long departmentId,
    @Nullable String titleEn,
    @Schema(description = "As printed in the catalogue", example = "전선")
        @Nullable String classification,
    @Schema(description = "Whether its credits count toward the limit")
        @Nullable Boolean countsTowardLimit,
    @Nullable String language,
    @Nullable String remark,
    @Schema(description = "For whom it is; missing where it is for every student")
        @Nullable String audience,
    @Schema(description = "Only where it is not OPEN") @Nullable String status,
    @Schema(description = "When more seats follow, where that is known")
        @Nullable Instant nextReleaseAt,
    @Schema(description = "Students that have it in their baskets as WANTED, half a minute ago")
        @Nullable Integer demand) {

  /** Creates a course of which no more is known. */
  CourseView(
      long courseId,
      String title,
      String department,
      String professor,
      int credits,
      int capacity,
      int remaining) {
    this(
        courseId,
        title,
        department,
        professor,
        credits,
        capacity,
        remaining,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  CourseView withSeats(int all, int free, @Nullable Instant nextRelease) {
    return new CourseView(
        courseId,
        title,
        department,
        professor,
        credits,
        all,
        free,
        code,
        section,
        meetings,
        termId,
        subjectId,
        departmentId,
        titleEn,
        classification,
        countsTowardLimit,
        language,
        remark,
        audience,
        status,
        nextRelease,
        demand);
  }
}
