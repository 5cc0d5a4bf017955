package io.sugang.course;

import io.sugang.id.ValidId;
import io.sugang.ledger.CourseSeats;
import io.sugang.problem.ProblemResponses;
import io.sugang.problem.ProblemType;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * HTTP operation on the seats of a department. NGINX keeps its answers until the numbers are about
 * two seconds old, so that many polling pages are few requests here.
 */
@Tag(name = "courses")
@RestController
class SeatController {
  // Of NGINX: the last whole second in which an answer is served. Kept for a second from its
  // arrival,
  // NGINX would serve it for up to two, and the numbers were read up to a second before.
  private static final String EXPIRES = "X-Accel-Expires";
  private static final String NAME_ONE =
      " GET /api/courses shows each course with its department; a name or an alias of one is"
          + " allowed.";

  private final CourseIndex index;

  SeatController(CourseIndex index) {
    this.index = index;
  }

  /** The seats of one department at one time. */
  @Schema(name = "Seats")
  record SeatsView(
      @Schema(description = "When the numbers were read, by the clock of all instances")
          Instant asOf,
      String department,
      @Schema(description = "By course id") List<SeatsOfCourse> courses,
      @Schema(description = "When own windows and notices are to be asked for again")
          DeskChanges changes) {}

  record SeatsOfCourse(long courseId, int capacity, int taken, int free) {}

  @Operation(
      summary = "The seats of a department's courses, at most about two seconds old",
      description =
          "The same for all clients, and cached for a second. asOf is its time. Without term it is"
              + " of all terms but mock ones.")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = SeatsView.class)))
  @ProblemResponses({ProblemType.INVALID_REQUEST, ProblemType.TEMPORARILY_UNAVAILABLE})
  @GetMapping(path = "/api/seats", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> seats(
      @RequestParam(defaultValue = "") @Size(max = 64, message = "must have at most 64 characters")
          String department,
      @RequestParam(required = false) @ValidId @Nullable Long term) {
    String wanted = SearchText.of(department);
    if (wanted.isEmpty()) {
      return ProblemType.INVALID_REQUEST.toResponse(
          "The parameter 'department' is missing." + NAME_ONE);
    }
    SeatReading reading = index.seats();
    List<SeatsOfCourse> seats = new ArrayList<>();
    String name = "";
    for (IndexedCourse course : index.courses(reading).values()) {
      CourseSeats of = reading.courses().get(course.courseId());
      if (of != null && course.isListed(term) && course.departmentNames().contains(wanted)) {
        name = course.view().department();
        int free = Math.max(0, of.capacity() - of.enrolled());
        seats.add(new SeatsOfCourse(course.courseId(), of.capacity(), of.enrolled(), free));
      }
    }
    return seats.isEmpty()
        ? ProblemType.INVALID_REQUEST.toResponse(
            "No department with courses has the name of the parameter 'department'." + NAME_ONE)
        : ResponseEntity.ok()
            .header(EXPIRES, "@" + lastSecond(reading.asOf()))
            .body(new SeatsView(reading.asOf(), name, seats, reading.changes()));
  }

  /** Returns the last second, since 1970, in which the numbers are younger than two seconds. */
  static long lastSecond(Instant asOf) {
    return asOf.plus(CourseIndex.SEATS_TTL).getEpochSecond();
  }
}
