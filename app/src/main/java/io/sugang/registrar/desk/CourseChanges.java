package io.sugang.registrar.desk;

import io.sugang.audit.DeskEvent;
import io.sugang.audit.DeskEvents;
import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.MockIds;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.problem.ProblemType;
import io.sugang.registrar.desk.DeskResult.Changed;
import io.sugang.registrar.desk.DeskResult.NotChanged;
import io.sugang.rules.plan.CourseStatus;
import io.sugang.seats.ledger.CourseSeatChanges;
import io.sugang.seats.ledger.CourseSeatRow;
import io.sugang.seats.ledger.DeskTransactions;
import io.sugang.seats.reconciler.RosterRepair;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Changes of seats and status of a course, each in one transaction with its event, behind the locks
 * of the rows of the course and its pools. A claim reads both behind the same locks, so no row is
 * inserted against a change that is committed.
 */
@Component
class CourseChanges {
  private final CourseSeatChanges seats;
  private final CancellationRows cancellations;
  private final DeskTransactions transactions;
  private final RosterRepair rosters;
  private final DeskEvents events;
  private final SharedClock clock;
  private final JsonMapper json;

  CourseChanges(
      CourseSeatChanges seats,
      CancellationRows cancellations,
      DeskTransactions transactions,
      RosterRepair rosters,
      SharedClock clock,
      JsonMapper json) {
    this.seats = seats;
    this.cancellations = cancellations;
    this.transactions = transactions;
    this.rosters = rosters;
    this.events = new DeskEvents(transactions.jdbc());
    this.clock = clock;
    this.json = json;
  }

  /**
   * A change of one course.
   *
   * @param version that it has to have
   */
  record CourseChange(CourseId courseId, String version, String reason) {}

  private interface Steps {
    /** Changes the rows, or returns why not. */
    @Nullable NotChanged<DeskCourse> change(
        List<CourseSeatRow> rows, DeskCourse before, Instant now);
  }

  /** Returns a course; null for an unknown one, and for a pool. */
  @Nullable DeskCourse find(CourseId courseId, DeskMember member) {
    List<CourseSeatRow> rows = seats.read(courseId);
    return rows.isEmpty() ? null : DeskCourse.of(rows, cancellations.find(courseId), member);
  }

  /**
   * Sets the number of seats.
   *
   * @param seatsId of the course, or of one of its pools; null: of the course that has no pools
   */
  DeskResult<DeskCourse> setCapacity(
      CourseChange change, @Nullable SeatsId seatsId, int capacity, DeskMember member) {
    List<SeatsId> raised = new ArrayList<>();
    try {
      return setCapacity(change, seatsId, capacity, member, raised);
    } catch (RuntimeException unknown) {
      // It may have been rolled back, and the gate may have the capacity.
      raised.forEach(rosters::suspect);
      throw unknown;
    }
  }

  private DeskResult<DeskCourse> setCapacity(
      CourseChange change,
      @Nullable SeatsId seatsId,
      int capacity,
      DeskMember member,
      List<SeatsId> raised) {
    return change(
        change,
        "COURSE_CAPACITY",
        member,
        (rows, before, now) -> {
          if (before.status() == CourseStatus.CANCELLED) {
            return state(before, "The course is cancelled and has no seats.");
          }
          if (seatsId == null && rows.size() > 1) {
            return new NotChanged<>(
                ProblemType.INVALID_REQUEST,
                "The course has pools: 'seatsId' has to name the course or one of them.");
          }
          SeatsId changed = seatsId == null ? change.courseId.ownSeats() : seatsId;
          CourseSeatRow named =
              rows.stream().filter(row -> row.seatsId().equals(changed)).findFirst().orElse(null);
          if (named == null) {
            return new NotChanged<>(
                ProblemType.INVALID_REQUEST,
                "'seatsId' names neither the course nor a pool of it.");
          }
          if (capacity < named.enrolled()) {
            return new NotChanged<>(
                ProblemType.BELOW_TAKEN,
                "%d seats are taken. Nothing was changed.".formatted(named.enrolled()),
                Map.of("taken", named.enrolled(), "current", before));
          }
          seats.setCapacity(named.seatsId(), capacity);
          if (capacity > named.capacity()) {
            raised.add(named.seatsId());
            rosters.raise(named.seatsId(), capacity);
          }
          return null;
        });
  }

  /** Takes no more enrollments. */
  DeskResult<DeskCourse> close(CourseChange change, DeskMember member) {
    return change(
        change,
        "COURSE_CLOSE",
        member,
        (rows, before, now) -> {
          if (before.status() != CourseStatus.OPEN) {
            return state(before, "The course is %s already.".formatted(before.status()));
          }
          seats.setStatus(rows, CourseStatus.CLOSED);
          return null;
        });
  }

  /** Takes enrollments again. */
  DeskResult<DeskCourse> reopen(CourseChange change, DeskMember member) {
    return change(
        change,
        "COURSE_REOPEN",
        member,
        (rows, before, now) -> {
          if (before.status() != CourseStatus.CLOSED) {
            return state(before, "The course is %s, and not CLOSED.".formatted(before.status()));
          }
          seats.setStatus(rows, CourseStatus.OPEN);
          return null;
        });
  }

  /**
   * Cancels a course. From the commit on it has no free seat; its enrollments are dropped later.
   */
  DeskResult<DeskCourse> cancel(CourseChange change, DeskMember member) {
    return change(
        change,
        "COURSE_CANCEL",
        member,
        (rows, before, now) -> {
          if (MockIds.isCourse(change.courseId.value())) {
            return new NotChanged<>(
                ProblemType.MOCK_TERM,
                "The course is of a mock term. End the mock term instead. Nothing was changed.");
          }
          // One that the import cancelled may have enrollments, and was not asked for here.
          if (before.cancellation() != null) {
            return state(before, "The course is cancelled already.");
          }
          seats.setStatus(rows, CourseStatus.CANCELLED);
          seats.takeFreeSeats(rows, now);
          cancellations.insert(
              new CourseCancellation(
                  change.courseId, now, member.actor(), change.reason, before.taken(), null));
          return null;
        });
  }

  private DeskResult<DeskCourse> change(
      CourseChange change, String action, DeskMember member, Steps steps) {
    return transactions.execute(() -> {
      List<CourseSeatRow> rows = seats.lock(change.courseId);
      if (rows.isEmpty()) {
        return new NotChanged<DeskCourse>(
            ProblemType.COURSE_NOT_FOUND, "There is no course " + change.courseId + ".");
      }
      DeskCourse before = course(rows, change.courseId, member);
      if (!before.mayChange()) {
        return new NotChanged<DeskCourse>(
            ProblemType.NO_DESK,
            "The course is of the department %s. Nothing was changed."
                .formatted(before.department()));
      }
      if (!before.version().equals(change.version)) {
        return DeskResult.changedMeanwhile(before);
      }
      // As MySQL keeps it.
      Instant now = clock.now().truncatedTo(ChronoUnit.MILLIS);
      NotChanged<DeskCourse> refused = steps.change(rows, before, now);
      if (refused != null) {
        return refused;
      }
      DeskCourse after = course(seats.lock(change.courseId), change.courseId, member);
      if (after.equals(before)) {
        return new Changed<>(before, after);
      }
      events.append(
          new DeskEvent(
              now,
              member.actor(),
              action,
              "course:" + change.courseId,
              null,
              change.courseId.value(),
              DeskEvent.detail(json, values(before), values(after)),
              change.reason));
      return new Changed<>(before, after);
    });
  }

  private DeskCourse course(List<CourseSeatRow> rows, CourseId courseId, DeskMember member) {
    return DeskCourse.of(rows, cancellations.findInTransaction(courseId), member);
  }

  /** What an event keeps of a course. */
  private static Map<String, Object> values(DeskCourse course) {
    return Map.of("status", course.status(), "taken", course.taken(), "seats", course.seats());
  }

  private static NotChanged<DeskCourse> state(DeskCourse current, String detail) {
    return new NotChanged<>(
        ProblemType.COURSE_STATE, detail + " Nothing was changed.", Map.of("current", current));
  }
}
