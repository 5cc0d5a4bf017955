package io.sugang.catalog.course;

import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.ValidId;
import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import io.sugang.rules.plan.CourseStatus;
import io.sugang.seats.ledger.CourseSeats;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
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
  // Of NGINX: the last whole second in which an answer is served. If it were kept for a second
  // from its arrival, NGINX would serve it for up to two, and the numbers are up to a second old.
  private static final String EXPIRES = "X-Accel-Expires";
  private static final String NAME_ONE =
      " GET /api/courses shows each course with its department; the name of one is allowed.";

  private record NamesOfCourses(SortedMap<Long, IndexedCourse> courses, DepartmentNames names) {}

  private final CourseIndex index;
  private volatile @Nullable NamesOfCourses latest;

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

  record SeatsOfCourse(
      long courseId,
      int capacity,
      int taken,
      int free,
      @Schema(description = "Whether the desk closed or cancelled it") CourseStatus status) {}

  @Operation(
      summary = "The seats of a department's courses, at most about two seconds old",
      description =
          "The same for all clients, and cached for a second. asOf is its time. Without term it is"
              + " of all terms but mock ones. An alias, or another spelling of the address, is"
              + " redirected to the address with the department's name.")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = SeatsView.class)))
  @ApiResponse(
      responseCode = "308",
      description = "Location has the address with the department's name",
      content = @Content)
  @ProblemResponses({ProblemType.INVALID_REQUEST, ProblemType.TEMPORARILY_UNAVAILABLE})
  @GetMapping(path = "/api/seats", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> seats(
      @RequestParam(defaultValue = "") @Size(max = 64, message = "must have at most 64 characters")
          String department,
      @RequestParam(required = false) @ValidId @Nullable Long term,
      HttpServletRequest request) {
    if (SearchText.of(department).isEmpty()) {
      return ProblemType.INVALID_REQUEST.toResponse(
          "The parameter 'department' is missing." + NAME_ONE);
    }
    SeatReading reading = index.seats();
    SortedMap<Long, IndexedCourse> courses = index.courses(reading);
    String name = names(courses).find(department, term);
    if (name == null) {
      return ProblemType.INVALID_REQUEST.toResponse(
          "No department with courses has the name of the parameter 'department'." + NAME_ONE);
    }
    // NGINX keeps an answer by the text of its address: of few spellings of each department.
    SeatAddress address = new SeatAddress(name, term);
    if (!address.isUsual(request.getQueryString())) {
      return ResponseEntity.status(HttpStatus.PERMANENT_REDIRECT)
          .location(URI.create(address.text()))
          .build();
    }
    List<SeatsOfCourse> seats = new ArrayList<>();
    for (IndexedCourse course : courses.values()) {
      CourseSeats of = reading.courses().get(new CourseId(course.courseId()));
      if (of != null && course.isListed(term) && course.view().department().equals(name)) {
        int free = Math.max(0, of.capacity() - of.enrolled());
        seats.add(
            new SeatsOfCourse(course.courseId(), of.capacity(), of.enrolled(), free, of.status()));
      }
    }
    return ResponseEntity.ok()
        .header(EXPIRES, "@" + lastSecond(reading.asOf()))
        .body(new SeatsView(reading.asOf(), name, seats, reading.changes()));
  }

  // Made once in each reading of the courses: a request with an unknown name must cost little.
  private DepartmentNames names(SortedMap<Long, IndexedCourse> courses) {
    NamesOfCourses known = latest;
    if (known == null || known.courses != courses) {
      known = new NamesOfCourses(courses, new DepartmentNames(courses.values()));
      latest = known;
    }
    return known.names;
  }

  /** Returns the last second, since 1970, in which the numbers are younger than two seconds. */
  static long lastSecond(Instant asOf) {
    return asOf.plus(CourseIndex.SEATS_TTL).getEpochSecond();
  }
}
