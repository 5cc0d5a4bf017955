package io.sugang.registrar.desk;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sugang.rules.plan.CourseStatus;
import io.sugang.seats.ledger.CourseSeatRow;
import io.swagger.v3.oas.annotations.media.Schema;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A course in the API of the desk. */
@Schema(name = "DeskCourse")
@JsonInclude(JsonInclude.Include.NON_NULL)
record DeskCourse(
    long courseId,
    String title,
    @Nullable String section,
    String department,
    CourseStatus status,
    @Schema(description = "All seats, with those of the pools") int capacity,
    @Schema(description = "Seats with an enrollment") int taken,
    @Schema(description = "The seats of the course itself, then those of its pools")
        List<DeskSeats> seats,
    @Nullable CancellationView cancellation,
    @Schema(description = "Whether this account may change it") boolean mayChange,
    @Schema(description = "Names status and capacities in a change") String version) {
  private static final int VERSION_BYTES = 16;

  /** Seats of a course, or of a pool. */
  @Schema(name = "DeskSeats")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record DeskSeats(
      @Schema(description = "Id of the course or of the pool") long seatsId,
      @Schema(description = "Left out: all students") @Nullable String audience,
      @Schema(description = "Of a pool: from when on its free seats belong to the course")
          @Nullable Instant mergesAt,
      int capacity,
      int taken) {}

  /** How far the cancelling of a course is. */
  @Schema(name = "CourseCancellation")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record CancellationView(
      Instant requestedAt,
      @Schema(description = "Left out: enrollments are being dropped") @Nullable Instant finishedAt,
      @Schema(description = "Enrollments at the request") int enrollments,
      @Schema(description = "Enrollments that are still there") int left,
      String reason) {}

  /**
   * Puts a course together.
   *
   * @param rows the course first, then its pools
   */
  static DeskCourse of(
      List<CourseSeatRow> rows, @Nullable CourseCancellation cancellation, DeskMember member) {
    CourseSeatRow course = rows.getFirst();
    int taken = rows.stream().mapToInt(CourseSeatRow::enrolled).sum();
    return new DeskCourse(
        course.seatsId().value(),
        course.title(),
        course.section(),
        course.department(),
        course.status(),
        rows.stream().mapToInt(CourseSeatRow::capacity).sum(),
        taken,
        rows.stream()
            .map(row ->
                new DeskSeats(
                    row.seatsId().value(),
                    row.audience(),
                    row.mergesAt(),
                    row.capacity(),
                    row.enrolled()))
            .toList(),
        cancellation == null
            ? null
            : new CancellationView(
                cancellation.requestedAt(),
                cancellation.finishedAt(),
                cancellation.enrollments(),
                taken,
                cancellation.reason()),
        member.mayChangeCoursesOf(course.department()),
        version(rows));
  }

  // Of one length for any number of pools, and the same at every instance.
  private static String version(List<CourseSeatRow> rows) {
    String text =
        rows.getFirst().status()
            + rows.stream()
                .map(row -> ".%d-%d".formatted(row.seatsId().value(), row.capacity()))
                .collect(Collectors.joining());
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, VERSION_BYTES);
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("Every JDK has SHA-256", missing);
    }
  }
}
