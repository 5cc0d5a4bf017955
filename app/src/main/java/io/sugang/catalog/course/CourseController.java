package io.sugang.catalog.course;

import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.Ids;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.SharedLookUps;
import io.sugang.platform.ids.ValidId;
import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import io.sugang.seats.gate.SeatAvailability;
import io.sugang.seats.pool.CoursePools;
import io.sugang.signin.AddressLimit;
import io.sugang.signin.Client;
import io.sugang.signin.Clients;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
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
      "Too many lists are requested at the same time, by this client or by all. Send the request"
          + " again after a second.";

  // A course is read without a session: so many reads keep few connections busy.
  private final SharedLookUps<Long, Course> courses;
  private final CourseLists lists;
  private final Clients clients;
  private final AddressLimit limit;
  private final CourseViews views;
  private final CoursePools pools;
  private final ObjectProvider<SeatAvailability> seats;

  CourseController(
      CourseRepository courses,
      CourseLists lists,
      Clients clients,
      AddressLimit limit,
      CourseViews views,
      CoursePools pools,
      ObjectProvider<SeatAvailability> seats) {
    this.views = views;
    this.pools = pools;
    this.courses =
        new SharedLookUps<>(ids ->
            courses.find(ids).stream()
                .collect(Collectors.toMap(Course::getCourseId, Function.identity())));
    this.lists = lists;
    this.clients = clients;
    this.limit = limit;
    this.seats = seats;
  }

  @Operation(
      summary = "The courses in the order of their ids, by all of the conditions that are given",
      description =
          "q is a part of the title, the professor, the code with the section (4190.101-001), or"
              + " the department and its aliases. Where no course has that, each word is looked"
              + " for in any of these. Spaces and case do not count, and a single consonant"
              + " stands for every syllable that begins with it. department is a name or an alias. free are times like"
              + " `1-09:00-12:00` (Monday morning) that contain all meetings of a course. seatsLeft"
              + " leaves out courses that were full a second ago. classification and section are"
              + " compared as they are, and ids names up to 100 courses. Those of a mock term are"
              + " found by term or by ids alone.")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = CoursePage.class)))
  @ProblemResponses({ProblemType.INVALID_REQUEST, ProblemType.TEMPORARILY_UNAVAILABLE})
  @GetMapping(path = "/api/courses", produces = MediaType.APPLICATION_JSON_VALUE)
  CompletableFuture<ResponseEntity<?>> courses(
      @RequestParam(defaultValue = "") @Size(max = 64, message = "must have at most 64 characters")
          String department,
      @RequestParam(defaultValue = "") @Size(max = 64, message = "must have at most 64 characters")
          String q,
      @RequestParam(defaultValue = "") @Size(max = 64, message = "must have at most 64 times")
          List<String> free,
      @RequestParam(defaultValue = "false") boolean seatsLeft,
      @RequestParam(defaultValue = "") @Size(max = 16, message = "must have at most 16 characters")
          String classification,
      @RequestParam(defaultValue = "") @Size(max = 8, message = "must have at most 8 characters")
          String section,
      @RequestParam(required = false) @ValidId @Nullable Long term,
      @RequestParam(defaultValue = "") @Size(max = 100, message = "must have at most 100 ids")
          List<@ValidId Long> ids,
      @RequestParam(defaultValue = "0")
          @Min(value = 0, message = "must be from 0 to " + LAST_PAGE)
          @Max(value = LAST_PAGE, message = "must be from 0 to " + LAST_PAGE)
          int page,
      @RequestParam(defaultValue = "20")
          @Min(value = 1, message = "must be from 1 to 100")
          @Max(value = 100, message = "must be from 1 to 100")
          int size,
      HttpServletRequest http) {
    Client client = clients.of(http);
    long waitNanos = limit.search(client);
    if (waitNanos > 0) {
      return CompletableFuture.completedFuture(limit.tooManySearches(waitNanos));
    }
    FreeTime times;
    try {
      times = free.isEmpty() ? null : FreeTime.of(free);
    } catch (IllegalArgumentException notATime) {
      return CompletableFuture.completedFuture(
          ProblemType.INVALID_REQUEST.toResponse(
              "The parameter 'free' must be " + FreeTime.ALLOWED + "."));
    }
    CourseQuery query =
        new CourseQuery(
            text(department),
            SearchWords.of(q),
            times,
            seatsLeft,
            classification.isEmpty() ? null : classification,
            section.isEmpty() ? null : section,
            term,
            ids.isEmpty() ? null : Set.copyOf(ids));
    return lists
        .list(client, query, page, size)
        .thenApply(list ->
            list.<ResponseEntity<?>>map(found -> ResponseEntity.ok(page(found, page, size)))
                .orElseGet(() -> ProblemType.TEMPORARILY_UNAVAILABLE.toResponse(TOO_MANY)));
  }

  private static @Nullable String text(String parameter) {
    String text = SearchText.of(parameter);
    return text.isEmpty() ? null : text;
  }

  private CoursePage page(CourseLists.Found found, int page, int size) {
    Map<SeatsId, Integer> remaining =
        remaining(
            found.courses().stream()
                .map(listed -> new CourseId(listed.course().courseId()))
                .toList());
    return new CoursePage(
        found.courses().stream()
            .map(listed -> {
              CourseId courseId = new CourseId(listed.course().courseId());
              return listed
                  .course()
                  .view()
                  .withSeats(
                      listed.seats().capacity(),
                      remaining.getOrDefault(courseId.ownSeats(), listed.free()),
                      pools.nextRelease(courseId));
            })
            .toList(),
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
    Course found = Ids.isReserved(id) ? null : courses.get(id);
    return found == null
        ? ProblemType.COURSE_NOT_FOUND.toResponse("There is no course " + id + ".")
        : ResponseEntity.ok(withRemaining(found));
  }

  private CourseView withRemaining(Course course) {
    CourseId courseId = new CourseId(course.getCourseId());
    CourseView listed = views.of(List.of(course.getCourseId())).get(course.getCourseId());
    if (pools.has(courseId) && listed != null) {
      return listed;
    }
    int free =
        remaining(List.of(courseId)).getOrDefault(courseId.ownSeats(), course.remainingByLedger());
    return listed == null
        ? course.toView(course.capacity(), free)
        : listed.withSeats(course.capacity(), free, listed.nextReleaseAt());
  }

  // The gate knows the seats of a course without those of its pools, and MySQL's are a second old.
  private Map<SeatsId, Integer> remaining(List<CourseId> courseIds) {
    SeatAvailability available = seats.getIfAvailable();
    List<SeatsId> whole =
        courseIds.stream()
            .filter(courseId -> !pools.has(courseId))
            .map(CourseId::ownSeats)
            .toList();
    return available == null || whole.isEmpty() ? Map.of() : available.remaining(whole);
  }
}
