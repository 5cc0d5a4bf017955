package io.sugang.enrollment.service;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.ValidId;
import io.sugang.seats.idempotency.IdempotencyHeader;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/**
 * Body of {@code POST /api/me/basket/enrollments}: courses that one request asks for.
 *
 * @param studentId null: the student who is signed in; another one is rejected
 * @param courses in the order in which they are decided
 */
@Schema(name = "Press")
record BulkEnrollment(
    @ValidId @Schema(example = "1") @Nullable Long studentId,
    @NotNull(message = "is missing")
        @Size(
            min = 1,
            max = BulkEnrollment.MOST,
            message = "must have 1 to " + BulkEnrollment.MOST + " courses")
        @Nullable List<@NotNull(message = "is missing") @Valid BulkCourse> courses) {
  static final int MOST = 20;

  /**
   * A course of a bulk enrollment.
   *
   * @param idempotencyKey that of its enrollment; null: none
   */
  @Schema(name = "PressedCourse")
  record BulkCourse(
      @NotNull(message = "is missing") @ValidId @Schema(example = "2") @Nullable Long courseId,
      @Pattern(regexp = IdempotencyHeader.SYNTAX, message = IdempotencyHeader.RULE)
          @Nullable String idempotencyKey) {
    CourseId id() {
      return new CourseId(Objects.requireNonNull(courseId, "validated"));
    }
  }

  /**
   * The answer about a course: what a request of its own would have been answered.
   *
   * @param status of HTTP
   */
  @Schema(name = "PressedCourseAnswer")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record BulkCourseAnswer(
      long courseId,
      @Schema(description = "201, or the status of the problem") int status,
      @Nullable EnrollmentResponse enrollment,
      @Schema(ref = "#/components/schemas/Problem") @Nullable ProblemDetail problem) {

    static BulkCourseAnswer of(CourseId courseId, ResponseEntity<?> answer) {
      return new BulkCourseAnswer(
          courseId.value(),
          answer.getStatusCode().value(),
          answer.getBody() instanceof EnrollmentResponse enrolled ? enrolled : null,
          answer.getBody() instanceof ProblemDetail problem ? problem : null);
    }
  }

  /** The answers of a bulk enrollment, in its order. */
  @Schema(name = "PressAnswer")
  record BulkAnswer(List<BulkCourseAnswer> answers) {}

  List<BulkCourse> inOrder() {
    return Objects.requireNonNull(courses, "validated");
  }

  /** Returns what is wrong with the courses together; null where nothing is. */
  @Nullable String mistake() {
    if (!areDistinct(inOrder().stream().map(BulkCourse::id).toList())) {
      return "The body names a course twice. A bulk enrollment has each course once.";
    }
    return areDistinct(
            inOrder().stream().map(BulkCourse::idempotencyKey).filter(Objects::nonNull).toList())
        ? null
        : "The body has an 'idempotencyKey' twice. Each course has one of its own, or none.";
  }

  private static boolean areDistinct(List<?> values) {
    return new HashSet<>(values).size() == values.size();
  }
}
