package io.sugang.enrollment.basket;

import io.sugang.catalog.course.CourseCatalog;
import io.sugang.catalog.course.CourseView;
import io.sugang.catalog.course.CourseViews;
import io.sugang.catalog.student.StudentDirectory;
import io.sugang.enrollment.basket.BasketDecision.RejectedChange;
import io.sugang.enrollment.basket.BasketDecision.Settled;
import io.sugang.enrollment.basket.BasketView.ItemView;
import io.sugang.enrollment.service.Reason;
import io.sugang.enrollment.service.RuleProblems;
import io.sugang.enrollment.service.WindowProblems;
import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.Ids;
import io.sugang.platform.ids.StudentId;
import io.sugang.platform.ids.ValidId;
import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import io.sugang.rules.plan.UnknownCourseException;
import io.sugang.rules.window.RegistrationFacts;
import io.sugang.seats.pool.CoursePools;
import io.sugang.server.admission.Arrival;
import io.sugang.signin.ActingUser;
import io.sugang.signin.OwnStudentProblems;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** HTTP operations on the basket of the student who is signed in. */
@RestController
@RequestMapping(BasketController.PATH)
@Tag(name = "me")
class BasketController {
  // The path of bulk enrollments is none of a course: other methods than its own are 405 there.
  private static final String OF_A_COURSE = "/{courseId:(?!enrollments$).+}";

  static final String PATH = "/api/me/basket";
  private static final String REASONS = "reasons";
  private static final int MOST_NAMED = 1_000;

  /** Body that says what a course of the basket is. */
  @Schema(name = "BasketWish")
  record Wish(@NotNull(message = "is missing") @Nullable BasketKind kind) {}

  /** Body with the courses of the basket in another order. */
  @Schema(name = "BasketOrder")
  record NewOrder(
      @NotNull(message = "is missing")
          @Size(max = MOST_NAMED, message = "must have at most " + MOST_NAMED + " courses")
          @Nullable List<@NotNull(message = "is missing") @ValidId Long> courseIds) {}

  private final Baskets baskets;
  private final BasketRules rules;
  private final CourseCatalog courses;
  private final CourseViews views;
  private final StudentDirectory students;
  private final SharedClock clock;

  BasketController(
      Baskets baskets,
      CourseCatalog courses,
      CourseViews views,
      CoursePools pools,
      StudentDirectory students,
      SharedClock clock,
      BasketProperties properties) {
    this.baskets = baskets;
    this.rules = new BasketRules(properties.most(), pools::courseOf);
    this.courses = courses;
    this.views = views;
    this.students = students;
    this.clock = clock;
  }

  @Operation(
      summary = "The basket, with all that is against each course",
      description =
          "Without term it is that of the newest regular term in which the student is registered.")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = BasketView.class)))
  @OwnStudentProblems
  @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> basket(
      @RequestParam(required = false) @ValidId @Nullable Long term, HttpServletRequest http) {
    ActingUser user = ActingUser.of(http);
    Long own = user.ownStudentId();
    if (own == null) {
      return user.noStudent();
    }
    Basket basket = baskets.find(new StudentId(own), term);
    return ResponseEntity.ok(
        basket == null
            ? new BasketView(null, rules.most(), List.of())
            : view(basket, baskets.factsAbout(basket)));
  }

  @Operation(
      summary = "Put a course into the basket, or change its kind",
      description =
          "The basket is that of the course's term. WANTED keeps the rules, also towards the other"
              + " WANTED courses: the rejection has all reasons, and its type is that of the first."
              + " RESERVE takes any course. A new course is the last one. Where the term has windows"
              + " of the phase BASKET, one has to be open.")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = ItemView.class)))
  @OwnStudentProblems
  @ProblemResponses({
    ProblemType.ALREADY_ENROLLED,
    ProblemType.BASKET_FULL,
    ProblemType.STUDENT_NOT_FOUND,
    ProblemType.COURSE_NOT_FOUND,
    ProblemType.UNSUPPORTED_MEDIA_TYPE
  })
  @RuleProblems
  @PutMapping(
      path = OF_A_COURSE,
      consumes = {MediaType.APPLICATION_JSON_VALUE, "application/*+json"},
      produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> put(
      @PathVariable @ValidId long courseId,
      @Valid @RequestBody Wish wish,
      HttpServletRequest http) {
    BasketKind kind = Objects.requireNonNull(wish.kind(), "validated");
    CourseId course = new CourseId(courseId);
    return forCourse(
        course,
        http,
        own -> {
          Long termId = courses.termOf(course.ownSeats());
          return termId == null
              ? rejected(
                  RejectedChange.because(
                      ProblemType.NOT_IN_TERM,
                      "Course " + courseId + " is in no term, and a basket is of a term.",
                      Map.of()))
              : answer(
                  baskets.change(
                      own,
                      termId,
                      course,
                      (basket, facts) -> rules.put(basket, facts, course, kind, arrival(http))),
                  changed -> item(changed.basket(), changed.facts(), courseId));
        });
  }

  @Operation(
      summary = "Remove a course from the basket",
      description = "A course that is not in it is answered in the same way.")
  @ApiResponse(responseCode = "204", description = "It is not in the basket", content = @Content)
  @OwnStudentProblems
  @WindowProblems
  @ProblemResponses({ProblemType.STUDENT_NOT_FOUND, ProblemType.COURSE_NOT_FOUND})
  @DeleteMapping(OF_A_COURSE)
  ResponseEntity<?> remove(@PathVariable @ValidId long courseId, HttpServletRequest http) {
    CourseId course = new CourseId(courseId);
    return forCourse(
        course,
        http,
        own -> {
          Long termId = courses.termOf(course.ownSeats());
          if (termId == null || baskets.find(own, termId) == null) {
            return ResponseEntity.noContent().build();
          }
          BasketDecision decision =
              baskets.change(
                  own,
                  termId,
                  null,
                  (basket, facts) -> rules.remove(basket, facts, course, arrival(http)));
          return decision instanceof RejectedChange rejected
              ? rejected(rejected)
              : ResponseEntity.noContent().build();
        });
  }

  @Operation(
      summary = "Change the order of the basket",
      description =
          "With the courses that GET shows, each once. Without term it is the basket that GET shows"
              + " without term.")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = BasketView.class)))
  @OwnStudentProblems
  @WindowProblems
  @ProblemResponses({
    ProblemType.BASKET_CHANGED,
    ProblemType.NOT_IN_TERM,
    ProblemType.STUDENT_NOT_FOUND,
    ProblemType.UNSUPPORTED_MEDIA_TYPE
  })
  @PutMapping(
      consumes = {MediaType.APPLICATION_JSON_VALUE, "application/*+json"},
      produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> order(
      @RequestParam(required = false) @ValidId @Nullable Long term,
      @Valid @RequestBody NewOrder order,
      HttpServletRequest http) {
    List<CourseId> courseIds =
        Objects.requireNonNull(order.courseIds(), "validated").stream().map(CourseId::new).toList();
    return forStudent(
        http,
        own ->
            answer(
                baskets.change(
                    own,
                    term,
                    null,
                    (basket, facts) -> rules.order(basket, facts, courseIds, arrival(http))),
                changed -> view(changed.basket(), changed.facts())));
  }

  private ResponseEntity<?> forCourse(
      CourseId courseId, HttpServletRequest http, Function<StudentId, ResponseEntity<?>> answer) {
    return forStudent(
        http,
        own -> {
          if (!courseId.isReserved() && courses.exists(courseId)) {
            try {
              return answer.apply(own);
            } catch (UnknownCourseException deletedMeanwhile) {
              // As one that never was.
            }
          }
          return ProblemType.COURSE_NOT_FOUND.toResponse("There is no course " + courseId + ".");
        });
  }

  private ResponseEntity<?> forStudent(
      HttpServletRequest http, Function<StudentId, ResponseEntity<?>> answer) {
    ActingUser user = ActingUser.of(http);
    Long own = user.ownStudentId();
    if (own == null) {
      return user.noStudent();
    }
    return Ids.isReserved(own) || !students.exists(own)
        ? ProblemType.STUDENT_NOT_FOUND.toResponse("There is no student " + own + ".")
        : answer.apply(new StudentId(own));
  }

  private Instant arrival(HttpServletRequest http) {
    return clock.at(Arrival.nanoTimeOf(http));
  }

  private static ResponseEntity<?> answer(BasketDecision decision, Function<Settled, Object> view) {
    return switch (decision) {
      case RejectedChange rejected -> rejected(rejected);
      case Settled changed -> ResponseEntity.ok(view.apply(changed));
    };
  }

  private static ResponseEntity<?> rejected(RejectedChange rejected) {
    Reason first = rejected.reasons().getFirst();
    Map<String, Object> members = new LinkedHashMap<>(first.members());
    members.put(REASONS, rejected.reasons());
    return first.code().toResponse(first.detail(), members);
  }

  private BasketView view(Basket basket, RegistrationFacts facts) {
    Map<Long, CourseView> shown =
        views.of(basket.shownCourses().stream().map(CourseId::value).toList());
    Instant now = clock.now();
    List<ItemView> items = new ArrayList<>();
    for (BasketItem item : basket.shown()) {
      CourseId courseId = item.courseId();
      items.add(
          new ItemView(
              courseId.value(),
              item.kind(),
              items.size() + 1,
              shown.get(courseId.value()),
              rules.reasons(basket, facts, courseId, now)));
    }
    return new BasketView(basket.termId(), rules.most(), items);
  }

  private ItemView item(Basket basket, RegistrationFacts facts, long courseId) {
    return view(basket, facts).items().stream()
        .filter(item -> item.courseId() == courseId)
        .findFirst()
        .orElseThrow();
  }
}
