package io.sugang.registrar.desk;

import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.Ids;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.ValidId;
import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import io.sugang.registrar.desk.CourseChanges.CourseChange;
import io.sugang.registrar.desk.DeskResult.Changed;
import io.sugang.registrar.desk.DeskResult.NotChanged;
import io.sugang.registrar.desk.WindowRequests.VersionAndReason;
import io.sugang.seats.reconciler.RosterRepair;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import java.util.function.BiFunction;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP operations of the desk on courses. */
@Tag(name = "desk")
@RestController
@RequestMapping("/api/desk/courses/{id}")
class DeskCourseController {
  private final DeskAccess access;
  private final CourseChanges changes;
  private final CancellationThread cancellations;
  private final RosterRepair rosters;

  DeskCourseController(
      DeskAccess access,
      CourseChanges changes,
      CancellationThread cancellations,
      RosterRepair rosters) {
    this.access = access;
    this.changes = changes;
    this.cancellations = cancellations;
    this.rosters = rosters;
  }

  /** A changed course. */
  @Schema(name = "CourseChanged")
  record CourseChanged(
      DeskCourse before,
      DeskCourse after,
      @Schema(description = "Whether the gate knows it; false: within seconds")
          boolean atTheGate) {}

  @Operation(summary = "A course with its pools, as the desk changes it")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = DeskCourse.class)))
  @DeskProblems
  @ProblemResponses(ProblemType.COURSE_NOT_FOUND)
  @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> course(@PathVariable @ValidId long id, HttpServletRequest http) {
    return access.reading(
        http,
        member -> {
          DeskCourse found = Ids.isReserved(id) ? null : changes.find(new CourseId(id), member);
          return found == null ? notFound(id) : ResponseEntity.ok(found);
        });
  }

  @Operation(
      summary = "Set the number of seats of a course or of one of its pools",
      description = "More seats can be taken at once at every instance, where atTheGate is true.")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = CourseChanged.class)))
  @DeskChangeProblems
  @ProblemResponses({
    ProblemType.COURSE_NOT_FOUND,
    ProblemType.CHANGED_MEANWHILE,
    ProblemType.COURSE_STATE,
    ProblemType.BELOW_TAKEN
  })
  @PostMapping(
      path = "/capacity",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> setCapacity(
      @PathVariable @ValidId long id,
      @Valid @RequestBody CapacityRequest request,
      HttpServletRequest http) {
    return changed(
        id,
        WindowRequests.validated(request.version()),
        WindowRequests.validated(request.reason()),
        HttpStatus.OK,
        http,
        (change, member) ->
            changes.setCapacity(
                change, request.seats(), WindowRequests.validated(request.capacity()), member));
  }

  @Operation(summary = "Take no more enrollments in a course; those that there are stay")
  @CourseStatusResponses
  @PostMapping(
      path = "/close",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> close(
      @PathVariable @ValidId long id,
      @Valid @RequestBody VersionAndReason request,
      HttpServletRequest http) {
    return changed(id, request, HttpStatus.OK, http, changes::close);
  }

  @Operation(summary = "Take enrollments in a closed course again")
  @CourseStatusResponses
  @PostMapping(
      path = "/reopen",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> reopen(
      @PathVariable @ValidId long id,
      @Valid @RequestBody VersionAndReason request,
      HttpServletRequest http) {
    return changed(id, request, HttpStatus.OK, http, changes::reopen);
  }

  @Operation(
      summary =
          "Cancel a course: every enrollment in it is dropped, and each student gets a notice",
      description =
          "Final. No enrollment is made from the answer on. The enrollments are dropped in the"
              + " background; cancellation shows how far that is.")
  @ApiResponse(
      responseCode = "202",
      description = "The course is cancelled, and its enrollments are being dropped",
      content = @Content(schema = @Schema(implementation = CourseChanged.class)))
  @DeskChangeProblems
  @ProblemResponses({
    ProblemType.COURSE_NOT_FOUND,
    ProblemType.CHANGED_MEANWHILE,
    ProblemType.COURSE_STATE,
    ProblemType.MOCK_TERM
  })
  @PostMapping(
      path = "/cancel",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> cancel(
      @PathVariable @ValidId long id,
      @Valid @RequestBody VersionAndReason request,
      HttpServletRequest http) {
    ResponseEntity<?> answer = changed(id, request, HttpStatus.ACCEPTED, http, changes::cancel);
    if (answer.getStatusCode() == HttpStatus.ACCEPTED) {
      cancellations.wake();
    }
    return answer;
  }

  private ResponseEntity<?> changed(
      long id,
      VersionAndReason request,
      HttpStatus done,
      HttpServletRequest http,
      BiFunction<CourseChange, DeskMember, DeskResult<DeskCourse>> action) {
    return changed(
        id,
        WindowRequests.validated(request.version()),
        WindowRequests.validated(request.reason()),
        done,
        http,
        action);
  }

  private ResponseEntity<?> changed(
      long id,
      String version,
      String reason,
      HttpStatus done,
      HttpServletRequest http,
      BiFunction<CourseChange, DeskMember, DeskResult<DeskCourse>> action) {
    return access.changingCourses(
        http,
        member ->
            Ids.isReserved(id)
                ? notFound(id)
                : switch (action.apply(
                    new CourseChange(new CourseId(id), version, reason), member)) {
                  case Changed<DeskCourse>(DeskCourse before, DeskCourse after) ->
                      ResponseEntity.status(done)
                          .body(
                              new CourseChanged(
                                  before,
                                  after,
                                  rosters.reconcile(
                                      after.seats().stream()
                                          .map(seats -> new SeatsId(seats.seatsId()))
                                          .toList())));
                  case NotChanged<DeskCourse> refused -> refused.toResponse();
                });
  }

  private static ResponseEntity<?> notFound(long id) {
    return ProblemType.COURSE_NOT_FOUND.toResponse("There is no course " + id + ".");
  }
}
