package io.sugang.registrar.override;

import io.sugang.catalog.course.CourseCatalog;
import io.sugang.enrollment.service.EnrollmentProblems;
import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.MockIds;
import io.sugang.platform.ids.StudentId;
import io.sugang.platform.ids.ValidId;
import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import io.sugang.registrar.override.OverrideChanges.ChangeResult;
import io.sugang.registrar.override.OverrideChanges.RequestResult;
import io.sugang.registrar.override.OverrideConfirmation.ConfirmResult;
import io.sugang.server.admission.Arrival;
import io.sugang.signin.ActingUser;
import io.sugang.signin.OwnStudentProblems;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP operations on the overrides of the student who is signed in. */
@RestController
@RequestMapping(OwnOverridesController.PATH)
@Tag(name = "me")
class OwnOverridesController {
  static final String PATH = "/api/me/overrides";

  private final OverrideRows rows;
  private final OverrideChanges changes;
  private final OverrideConfirmation confirmation;
  private final ConfirmAnswers answers;
  private final CourseCatalog courses;
  private final SharedClock clock;

  OwnOverridesController(
      OverrideRows rows,
      OverrideChanges changes,
      OverrideConfirmation confirmation,
      ConfirmAnswers answers,
      CourseCatalog courses,
      SharedClock clock) {
    this.rows = rows;
    this.changes = changes;
    this.confirmation = confirmation;
    this.answers = answers;
    this.courses = courses;
    this.clock = clock;
  }

  @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(summary = "The student's overrides, newest first, at most 100")
  @ApiResponse(
      responseCode = "200",
      content =
          @Content(array = @ArraySchema(schema = @Schema(implementation = OverrideView.class))))
  @OwnStudentProblems
  ResponseEntity<?> overrides(HttpServletRequest http) {
    ActingUser user = ActingUser.of(http);
    Long own = user.ownStudentId();
    if (own == null) {
      return user.noStudent();
    }
    Instant now = clock.now();
    return ResponseEntity.ok(
        rows.ofStudent(new StudentId(own)).stream()
            .map(entry -> OverrideView.of(entry, now))
            .toList());
  }

  @PostMapping(
      consumes = {MediaType.APPLICATION_JSON_VALUE, "application/*+json"},
      produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      summary = "Ask the desk to lift rules for a course",
      description =
          "Of one course a student may have one open override, and of all 20. Each rule in lifts"
              + " counts once.")
  @ApiResponse(
      responseCode = "201",
      description = "The desk can decide about it",
      headers =
          @Header(
              name = "Location",
              description = "Path of the override",
              schema = @Schema(type = "string")),
      content = @Content(schema = @Schema(implementation = OverrideView.class)))
  @OwnStudentProblems
  @ProblemResponses({
    ProblemType.OVERRIDE_OPEN,
    ProblemType.MOCK_TERM,
    ProblemType.COURSE_NOT_FOUND,
    ProblemType.STUDENT_NOT_FOUND,
    ProblemType.UNSUPPORTED_MEDIA_TYPE
  })
  ResponseEntity<?> request(@Valid @RequestBody OverrideRequest request, HttpServletRequest http) {
    ActingUser user = ActingUser.of(http);
    Long own = user.ownStudentId();
    if (own == null) {
      return user.noStudent();
    }
    CourseId courseId = new CourseId(Objects.requireNonNull(request.courseId(), "validated"));
    if (courseId.isReserved() || !courses.exists(courseId)) {
      return ProblemType.COURSE_NOT_FOUND.toResponse("There is no course " + courseId + ".");
    }
    if (MockIds.isCourse(courseId.value())) {
      return ProblemType.MOCK_TERM.toResponse(
          "Course " + courseId + " is of a mock term, and the desk lifts no rules there.");
    }
    Instant at = clock.at(Arrival.nanoTimeOf(http));
    String text = Objects.requireNonNull(request.text(), "validated").strip();
    return switch (changes.request(
        user.actorFor(own), new StudentId(own), courseId, request.rules(), text, at)) {
      case RequestResult.Requested(long overrideId) ->
          ResponseEntity.created(URI.create(PATH + "/" + overrideId))
              .contentType(MediaType.APPLICATION_JSON)
              .body(OverrideView.of(rows.find(overrideId).orElseThrow(), at));
      case RequestResult.Unknown(ProblemType type) ->
          type.toResponse(
              type == ProblemType.STUDENT_NOT_FOUND
                  ? "There is no student " + own + "."
                  : "There is no course " + courseId + ".");
      case RequestResult.AlreadyOpen(long overrideId) ->
          ProblemType.OVERRIDE_OPEN.toResponse(
              "Override %d for course %s is open. Confirm or withdraw it, or wait for the desk."
                  .formatted(overrideId, courseId),
              Map.of("overrideId", overrideId));
      case RequestResult.TooMany _ ->
          ProblemType.OVERRIDE_OPEN.toResponse(
              "A student may have %d open overrides, and ask for %d within 24 hours."
                  .formatted(OverrideChanges.MOST_OPEN, OverrideChanges.MOST_OF_A_DAY));
    };
  }

  @PostMapping(path = "/{id}/confirm", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      summary = "Confirm a granted override, which makes the enrollment",
      description =
          "Repeating it is safe: a confirmed override is answered with the same enrollment. Rules"
              + " that the desk did not lift reject as they reject POST /api/enrollments.")
  @ApiResponse(
      responseCode = "201",
      description = "The enrollment is committed",
      headers =
          @Header(
              name = "Location",
              description = "Path of the enrollment",
              schema = @Schema(type = "string")),
      content = @Content(schema = @Schema(implementation = OverrideView.class)))
  @OwnStudentProblems
  @ProblemResponses({
    ProblemType.OVERRIDE_NOT_FOUND,
    ProblemType.OVERRIDE_STATE,
    ProblemType.OVERRIDE_EXPIRED,
    ProblemType.COURSE_NOT_FOUND,
    ProblemType.STUDENT_NOT_FOUND
  })
  @EnrollmentProblems
  ResponseEntity<?> confirm(@PathVariable @ValidId long id, HttpServletRequest http) {
    ActingUser user = ActingUser.of(http);
    Long own = user.ownStudentId();
    if (own == null) {
      return user.noStudent();
    }
    Instant at = clock.at(Arrival.nanoTimeOf(http));
    OverrideEntry found = ownOverride(id, own);
    if (found == null) {
      return ConfirmAnswers.notFound(id);
    }
    if (found.stateAt(at) != OverrideState.GRANTED) {
      return ConfirmAnswers.ofState(found, at);
    }
    ConfirmResult result = confirmation.confirm(found, at, user.actorFor(own));
    OverrideEntry after = ownOverride(id, own);
    return after == null ? ConfirmAnswers.notFound(id) : answers.of(result, after, at);
  }

  private @Nullable OverrideEntry ownOverride(long id, long own) {
    return rows.find(id).filter(entry -> entry.studentId().value() == own).orElse(null);
  }

  @DeleteMapping("/{id}")
  @Operation(summary = "Take back an own override that is not confirmed")
  @ApiResponse(responseCode = "204", description = "Withdrawn", content = @Content)
  @OwnStudentProblems
  @ProblemResponses({ProblemType.OVERRIDE_NOT_FOUND, ProblemType.OVERRIDE_STATE})
  ResponseEntity<?> withdraw(@PathVariable @ValidId long id, HttpServletRequest http) {
    ActingUser user = ActingUser.of(http);
    Long own = user.ownStudentId();
    if (own == null) {
      return user.noStudent();
    }
    Instant at = clock.at(Arrival.nanoTimeOf(http));
    ChangeResult result = changes.withdraw(user.actorFor(own), new StudentId(own), id, at);
    if (result == ChangeResult.CHANGED) {
      return ResponseEntity.noContent().build();
    }
    OverrideEntry found = result == ChangeResult.NOT_FOUND ? null : ownOverride(id, own);
    return found == null ? ConfirmAnswers.notFound(id) : ConfirmAnswers.otherState(found, at);
  }
}
