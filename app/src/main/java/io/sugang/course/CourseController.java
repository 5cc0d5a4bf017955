package io.sugang.course;

import io.sugang.id.Ids;
import io.sugang.id.ValidId;
import io.sugang.problem.ProblemResponses;
import io.sugang.problem.ProblemType;
import io.sugang.seat.SeatAvailability;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.data.domain.PageRequest;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** HTTP operations on courses and their free seats. */
@Tag(name = "courses")
@RestController
class CourseController {
  private static final int LAST_PAGE = 1_000_000;

  private static final String TOO_MANY =
      "Too many lists are requested at the same time. Send the request again after a second.";

  private final CourseRepository courses;
  private final CourseLists lists;
  private final ObjectProvider<SeatAvailability> seats;

  CourseController(
      CourseRepository courses, CourseLists lists, ObjectProvider<SeatAvailability> seats) {
    this.courses = courses;
    this.lists = lists;
    this.seats = seats;
  }

  @Operation(
      summary = "The courses in the order of their ids, by department and by a part of the title")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = CoursePage.class)))
  @ProblemResponses({ProblemType.INVALID_REQUEST, ProblemType.TEMPORARILY_UNAVAILABLE})
  @GetMapping(path = "/api/courses", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> courses(
      @RequestParam(defaultValue = "") @Size(max = 64, message = "must have at most 64 characters")
          String department,
      @RequestParam(defaultValue = "") @Size(max = 64, message = "must have at most 64 characters")
          String q,
      @RequestParam(defaultValue = "0")
          @Min(value = 0, message = "must be from 0 to " + LAST_PAGE)
          @Max(value = LAST_PAGE, message = "must be from 0 to " + LAST_PAGE)
          int page,
      @RequestParam(defaultValue = "20")
          @Min(value = 1, message = "must be from 1 to 100")
          @Max(value = 100, message = "must be from 1 to 100")
          int size) {
    return lists
        .list(
            department.isBlank() ? null : department.strip(),
            titlePattern(q),
            PageRequest.of(page, size))
        .<ResponseEntity<?>>map(found -> ResponseEntity.ok(page(found, page, size)))
        .orElseGet(() -> ProblemType.TEMPORARILY_UNAVAILABLE.toResponse(TOO_MANY));
  }

  private CoursePage page(CourseLists.Found found, int page, int size) {
    return new CoursePage(
        withRemaining(found.courses()),
        page,
        size,
        found.total(),
        (int) Math.ceilDiv(found.total(), size));
  }

  @Operation(summary = "A course")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = CourseView.class)))
  @ProblemResponses({
    ProblemType.INVALID_REQUEST,
    ProblemType.COURSE_NOT_FOUND,
    ProblemType.TEMPORARILY_UNAVAILABLE
  })
  @GetMapping(path = "/api/courses/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> course(@PathVariable @ValidId long id) {
    Optional<Course> found = Ids.isReserved(id) ? Optional.empty() : courses.find(id);
    return found.isEmpty()
        ? ProblemType.COURSE_NOT_FOUND.toResponse("There is no course " + id + ".")
        : ResponseEntity.ok(withRemaining(List.of(found.get())).getFirst());
  }

  private List<CourseView> withRemaining(List<Course> found) {
    SeatAvailability available = seats.getIfAvailable();
    Map<Long, Integer> remaining =
        available == null || found.isEmpty()
            ? Map.of()
            : available.remaining(found.stream().map(Course::getCourseId).toList());
    return found.stream()
        .map(course ->
            course.toView(remaining.getOrDefault(course.getCourseId(), course.remainingByLedger())))
        .toList();
  }

  /** Returns a LIKE pattern for the text anywhere in the title; its %, _ and ! are literal. */
  private static @Nullable String titlePattern(String q) {
    return q.isBlank() ? null : "%" + q.strip().replaceAll("[%_!]", "!$0") + "%";
  }
}
