package io.sugang.ledger;

import io.sugang.ledger.ClaimResult.AlreadyEnrolled;
import io.sugang.ledger.ClaimResult.Enrolled;
import io.sugang.ledger.ClaimResult.NotEnrolled;
import io.sugang.ledger.LedgerRows.Lock;
import io.sugang.ledger.LedgerRows.LockedCourse;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * One transaction for a group of claims: lock the course rows in id order, read which pairs have a
 * row, decide in the order of the group, insert, count, commit.
 *
 * <p>Why it cannot oversell: whoever inserts holds the lock of the course row, and under READ
 * COMMITTED the reads after the lock see all that the lock waited for. The CHECK and the unique key
 * say it once more.
 */
final class ClaimTransaction {
  private static final String INSERT =
      "INSERT INTO enrollment (enrollment_id, student_id, course_id, enrolled_at, idempotency_key)"
          + " VALUES (?, ?, ?, ?, ?)";
  private static final String COUNT =
      "UPDATE course SET enrolled = CASE course_id %s END WHERE course_id IN (%s)";

  private final TransactionTemplate transaction;
  private final JdbcTemplate jdbc;
  private final LedgerRows rows;

  ClaimTransaction(TransactionTemplate transaction, JdbcTemplate jdbc, LedgerRows rows) {
    this.transaction = transaction;
    this.jdbc = jdbc;
    this.rows = rows;
  }

  /**
   * The results in the order of {@code group}. Any exception leaves the outcome open: it may be the
   * COMMIT's.
   */
  List<ClaimResult> execute(List<Claim> group, Lock lock) {
    return transaction.execute(status -> decide(group, lock));
  }

  private List<ClaimResult> decide(List<Claim> group, Lock lock) {
    Map<Long, LockedCourse> courses =
        rows.lockCourses(group.stream().map(claim -> claim.seat.courseId()).toList(), lock);
    Map<Seat, EnrollmentRow> present =
        rows.bySeats(group.stream().map(claim -> claim.seat).collect(Collectors.toSet()));
    Map<Long, Integer> enrolled = new HashMap<>();
    List<EnrollmentRow> inserts = new ArrayList<>();
    List<ClaimResult> results = new ArrayList<>(group.size());
    Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
    for (Claim claim : group) {
      Seat seat = claim.seat;
      LockedCourse course = courses.get(seat.courseId());
      EnrollmentRow row = present.get(seat);
      if (course == null) {
        results.add(NotEnrolled.COURSE_NOT_FOUND);
      } else if (row != null) {
        results.add(new AlreadyEnrolled(row));
      } else if (enrolled.getOrDefault(seat.courseId(), course.enrolled()) >= course.capacity()) {
        results.add(NotEnrolled.FULL);
      } else {
        EnrollmentRow inserted =
            new EnrollmentRow(
                claim.enrollmentId, seat.studentId(), seat.courseId(), now, claim.idempotencyKey);
        enrolled.merge(seat.courseId(), course.enrolled() + 1, (count, first) -> count + 1);
        present.put(seat, inserted);
        inserts.add(inserted);
        results.add(new Enrolled(inserted));
      }
    }
    if (!inserts.isEmpty()) {
      insert(inserts);
      count(enrolled);
    }
    return results;
  }

  private void insert(Collection<EnrollmentRow> inserts) {
    jdbc.batchUpdate(
        INSERT,
        inserts.stream()
            .map(row ->
                new Object[] {
                  row.enrollmentId(),
                  row.studentId(),
                  row.courseId(),
                  LocalDateTime.ofInstant(row.enrolledAt(), ZoneOffset.UTC),
                  row.idempotencyKey()
                })
            .toList());
  }

  // The numbers are ours, read and counted under the lock, so they need no placeholders.
  private void count(Map<Long, Integer> enrolled) {
    StringBuilder cases = new StringBuilder();
    enrolled.forEach((courseId, count) ->
        cases.append(" WHEN ").append(courseId).append(" THEN ").append(count));
    jdbc.update(
        COUNT.formatted(
            cases,
            enrolled.keySet().stream().map(String::valueOf).collect(Collectors.joining(","))));
  }
}
