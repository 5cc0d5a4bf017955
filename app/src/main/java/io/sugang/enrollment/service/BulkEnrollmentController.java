package io.sugang.enrollment.service;

import io.sugang.audit.Actor;
import io.sugang.catalog.student.StudentDirectory;
import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.ids.StudentId;
import io.sugang.platform.problem.Causes;
import io.sugang.platform.problem.Outage;
import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import io.sugang.platform.problem.TemporarilyUnavailableException;
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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/**
 * HTTP operation that enrolls the student who is signed in in several courses. Each of them is
 * decided as a request of its own would be. They are decided one after the other, because an
 * earlier one counts more to the student and may exclude a later one.
 */
@Tag(name = "me")
@RestController
class BulkEnrollmentController {
  private static final Logger log = LoggerFactory.getLogger(BulkEnrollmentController.class);

  /** After this time no further course is tried: with the last one it stays below NGINX's limit. */
  static final Duration LONGEST = Duration.ofSeconds(6);

  private final EnrollmentAnswers enrollments;
  private final StudentDirectory students;
  private final SharedClock clock;
  // Students with a bulk enrollment that runs, so that a program gains nothing by many at once.
  private final Set<StudentId> enrolling = ConcurrentHashMap.newKeySet();

  BulkEnrollmentController(
      EnrollmentAnswers enrollments, StudentDirectory students, SharedClock clock) {
    this.enrollments = enrollments;
    this.students = students;
    this.clock = clock;
  }

  @PostMapping(
      path = "/api/me/basket/enrollments",
      consumes = {MediaType.APPLICATION_JSON_VALUE, "application/*+json"},
      produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "press",
      summary = "Enroll in several courses by one request",
      description =
          "The courses are decided one after the other in the order of the body, all by the arrival"
              + " of the request, and each is answered as POST /api/me/enrollments answers it. They"
              + " need not be in the basket. idempotencyKey is the Idempotency-Key of the"
              + " enrollment, so repeating the request, or one of its courses, gives the same 201. A"
              + " course that is not decided within 6 seconds is answered with 503. A bulk enrollment counts as"
              + " as many requests as it names courses.")
  @ApiResponse(
      responseCode = "200",
      description = "An answer per course, in the order of the body",
      content = @Content(schema = @Schema(implementation = BulkEnrollment.BulkAnswer.class)))
  @OwnStudentProblems
  @ProblemResponses({
    ProblemType.REQUEST_IN_FLIGHT,
    ProblemType.STUDENT_NOT_FOUND,
    ProblemType.NOT_YOURS,
    ProblemType.UNSUPPORTED_MEDIA_TYPE
  })
  CompletableFuture<ResponseEntity<?>> enroll(
      @Valid @RequestBody BulkEnrollment bulk, HttpServletRequest http) {
    ActingUser user = ActingUser.of(http);
    Long ownId = user.ownStudentId();
    if (ownId == null) {
      return CompletableFuture.completedFuture(user.noStudent());
    }
    StudentId own = new StudentId(ownId);
    // The request itself was counted as one.
    ResponseEntity<?> tooMany = user.tooMany(bulk.inOrder().size() - 1);
    if (tooMany != null) {
      return CompletableFuture.completedFuture(tooMany);
    }
    Actor actor = user.actorFor(ownId);
    Instant arrivedAt = clock.at(Arrival.nanoTimeOf(http));
    Long named = bulk.studentId();
    if (named != null && !user.mayActFor(named)) {
      noteRejections(bulk, new StudentId(named), arrivedAt, actor);
      return CompletableFuture.completedFuture(user.notYours());
    }
    if (own.isReserved() || !students.exists(ownId)) {
      return CompletableFuture.completedFuture(
          ProblemType.STUDENT_NOT_FOUND.toResponse("There is no student " + own + "."));
    }
    String mistake = bulk.mistake();
    if (mistake != null) {
      return CompletableFuture.completedFuture(ProblemType.INVALID_REQUEST.toResponse(mistake));
    }
    if (!enrolling.add(own)) {
      return CompletableFuture.completedFuture(
          ProblemType.REQUEST_IN_FLIGHT.toResponse(
              "Another bulk enrollment of the student is being decided. Send this one again after a second."));
    }
    // It waits for each decision, and asks MySQL for a course that is not known yet.
    return CompletableFuture.<ResponseEntity<?>>supplyAsync(
            () ->
                ResponseEntity.ok(
                    new BulkEnrollment.BulkAnswer(answers(own, bulk.inOrder(), arrivedAt, actor))),
            Thread::startVirtualThread)
        .whenComplete((answer, failure) -> enrolling.remove(own));
  }

  private void noteRejections(
      BulkEnrollment bulk, StudentId studentId, Instant arrivedAt, Actor actor) {
    for (BulkEnrollment.BulkCourse course : bulk.inOrder()) {
      enrollments.noteNotYours(studentId, course.id(), arrivedAt, actor);
    }
  }

  private List<BulkEnrollment.BulkCourseAnswer> answers(
      StudentId studentId,
      List<BulkEnrollment.BulkCourse> courses,
      Instant arrivedAt,
      Actor actor) {
    long end = System.nanoTime() + LONGEST.toNanos();
    List<BulkEnrollment.BulkCourseAnswer> answers = new ArrayList<>();
    for (BulkEnrollment.BulkCourse course : courses) {
      ResponseEntity<?> answer =
          System.nanoTime() - end < 0
              ? answer(studentId, course, arrivedAt, actor)
              : ProblemType.TEMPORARILY_UNAVAILABLE.toResponse(
                  "The courses before took too long, so this one was not tried. Send it again.");
      answers.add(BulkEnrollment.BulkCourseAnswer.of(course.id(), answer));
    }
    return answers;
  }

  private ResponseEntity<?> answer(
      StudentId studentId, BulkEnrollment.BulkCourse course, Instant arrivedAt, Actor actor) {
    if (course.id().isReserved()) {
      return ProblemType.COURSE_NOT_FOUND.toResponse("There is no course " + course.id() + ".");
    }
    try {
      return enrollments
          .decide(studentId, course.id(), course.idempotencyKey(), arrivedAt, actor)
          .join();
    } catch (RuntimeException thrown) {
      // The answers of the courses before must not be lost with it.
      Throwable failure = Causes.ofStage(thrown);
      if (failure instanceof TemporarilyUnavailableException || Outage.causes(failure)) {
        return EnrollmentAnswers.unavailable();
      }
      log.error("Course {} of a bulk enrollment failed", course.id(), failure);
      return ProblemType.INTERNAL_ERROR.toResponse(
          "The service failed to decide. Sending the course again is safe.");
    }
  }
}
