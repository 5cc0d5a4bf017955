package io.sugang.registrar.desk;

import io.sugang.enrollment.notice.Notice;
import io.sugang.enrollment.notice.NoticeKind;
import io.sugang.enrollment.notice.NoticeStatements;
import io.sugang.enrollment.service.EnrollmentDrops;
import io.sugang.platform.background.ReadyBackgroundTask;
import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.seats.ledger.CourseSeatChanges;
import io.sugang.seats.ledger.CourseSeatRow;
import io.sugang.seats.ledger.DeskTransactions;
import io.sugang.seats.ledger.EnrollmentRow;
import io.sugang.seats.reconciler.RosterRepair;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Drops the enrollments of cancelled courses, {@value #GROUP} at a time, by the steps of every
 * other cancel. No row is inserted after the course was cancelled, so it ends. Notices are
 * committed before their rows are deleted, and each once. One instance has the lease of a course;
 * when it is killed, another one continues after the lease. Two at once would be harmless.
 */
@Component
class CancellationThread extends ReadyBackgroundTask {
  private static final Logger log = LoggerFactory.getLogger(CancellationThread.class);

  /** Enrollments that are dropped at a time: those that share a transaction of the ledger. */
  static final int GROUP = 64;

  private static final Duration PERIOD = Duration.ofSeconds(1);
  // Longer than a group takes at most.
  private static final Duration LEASE = Duration.ofSeconds(15);
  private static final StudentId BEFORE_ALL = new StudentId(0);

  private final CancellationRows rows;
  private final CourseSeatChanges seats;
  private final EnrollmentDrops drops;
  private final DeskTransactions transactions;
  private final NoticeStatements notices;
  private final RosterRepair rosters;
  private final SharedClock clock;
  private final long instance = ThreadLocalRandom.current().nextLong();

  CancellationThread(
      CancellationRows rows,
      CourseSeatChanges seats,
      EnrollmentDrops drops,
      DeskTransactions transactions,
      RosterRepair rosters,
      SharedClock clock) {
    super("course-cancellations", PERIOD, "Cancelled courses are not finished, it is tried again");
    this.rows = rows;
    this.seats = seats;
    this.drops = drops;
    this.transactions = transactions;
    this.notices = new NoticeStatements(transactions.jdbc());
    this.rosters = rosters;
    this.clock = clock;
  }

  // Each course for itself: one whose row stays locked holds no other up.
  @Override
  protected void work() throws InterruptedException {
    for (CourseCancellation open : rows.open()) {
      try {
        drop(open);
      } catch (InterruptedException stop) {
        throw stop;
      } catch (Throwable away) {
        // An Error too: the other courses are not to blame.
        failed(away);
      }
    }
  }

  private void drop(CourseCancellation open) throws InterruptedException {
    List<CourseSeatRow> ofCourse = seats.read(open.courseId());
    for (CourseSeatRow row : ofCourse) {
      StudentId after = BEFORE_ALL;
      List<EnrollmentRow> group = seats.enrollments(row.seatsId(), after, GROUP);
      while (!group.isEmpty()) {
        if (!isRunning() || !tell(open, row.title(), group)) {
          return;
        }
        drops.dropAll(group, open.actor(), open.requestedAt());
        // Those that could not be dropped come again in the next round.
        after = group.getLast().studentId();
        group = seats.enrollments(row.seatsId(), after, GROUP);
      }
    }
    finish(open, ofCourse.stream().map(CourseSeatRow::seatsId).toList());
  }

  /** Prolongs the lease and writes the notices; returns false without the lease. */
  private boolean tell(CourseCancellation open, String title, List<EnrollmentRow> group) {
    return transactions.execute(() -> {
      if (!rows.lease(open.courseId(), instance, clock.now(), LEASE)) {
        return false;
      }
      notices.append(
          group.stream()
              .map(row ->
                  new Notice(
                      row.studentId().value(),
                      NoticeKind.COURSE_CANCELLED,
                      "cancellation:" + open.courseId(),
                      open.requestedAt(),
                      open.courseId().value(),
                      title,
                      open.reason()))
              .toList());
      return true;
    });
  }

  private void finish(CourseCancellation open, List<SeatsId> ids) {
    boolean changed =
        transactions.execute(() -> {
          if (!rows.lease(open.courseId(), instance, clock.now(), LEASE)) {
            return false;
          }
          List<CourseSeatRow> locked = seats.lock(open.courseId());
          // Also while some are left: what a dropped enrollment leaves is no free seat.
          seats.takeFreeSeats(locked, clock.now());
          if (locked.stream().allMatch(row -> row.enrolled() == 0)) {
            rows.finish(open.courseId(), clock.now());
            log.info("Course {} is cancelled, its enrollments are dropped", open.courseId());
          }
          return true;
        });
    if (changed) {
      rosters.reconcile(ids);
    }
  }
}
