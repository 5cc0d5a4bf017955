package io.sugang.ledger;

import io.sugang.ledger.ClaimResult.AlreadyEnrolled;
import io.sugang.ledger.ClaimResult.Enrolled;
import io.sugang.ledger.ClaimResult.NotEnrolled;
import io.sugang.ledger.LedgerRows.Lock;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.SqlParameterValue;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * One transaction for a group of claims. Two ways to the same rows:
 *
 * <ul>
 *   <li>decide: lock the course rows in id order, read which pairs have a row, decide in the order
 *       of the group, insert, count, commit.
 *   <li>take, when the gate granted all of them: count, insert, commit, and let the CHECK and the
 *       keys say whether each claim could have its seat. When they say no, nothing is left of it
 *       and the group is decided.
 * </ul>
 *
 * <p>Why neither can oversell: whoever inserts holds the lock of the course row, which counting
 * takes as well as reading it for update. To decide, under READ COMMITTED the reads after the lock
 * see all that the lock waited for; to take, the CHECK and the unique key see it.
 */
final class ClaimTransaction {
  private static final Logger log = LoggerFactory.getLogger(ClaimTransaction.class);

  private static final String INSERT =
      "INSERT INTO enrollment (enrollment_id, student_id, course_id, enrolled_at, idempotency_key)"
          + " VALUES ";
  private static final String ROW = "(?,?,?,?,?)";
  // Locks like LedgerRows.LOCKED: in id order, and no other course.
  private static final String COUNT =
      "UPDATE course FORCE INDEX (PRIMARY) SET enrolled = enrolled + CASE course_id %s END"
          + " WHERE course_id IN (%s) ORDER BY course_id";

  private static final Comparator<EnrollmentRow> BY_SEAT =
      Comparator.comparingLong(EnrollmentRow::courseId).thenComparing(EnrollmentRow::studentId);

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
  List<? extends ClaimResult> execute(List<Claim> group, Lock lock) {
    // Counting waits for the lock of a course row.
    if (lock == Lock.UPDATE && group.stream().allMatch(claim -> claim.granted)) {
      try {
        return transaction.execute(status -> take(group));
      } catch (NotEachCanHaveItsSeat behindTheLedger) {
        log.debug("The gate is behind the ledger", behindTheLedger);
      }
    }
    return transaction.execute(status -> decide(group, lock));
  }

  private List<Enrolled> take(List<Claim> group) {
    Map<Long, Integer> seats = new TreeMap<>();
    group.forEach(claim -> seats.merge(claim.seat.courseId(), 1, Integer::sum));
    try {
      if (count(seats) < seats.size()) {
        throw new NotEachCanHaveItsSeat(null);
      }
      Instant now = now();
      List<EnrollmentRow> inserts = group.stream().map(claim -> claim.row(now)).toList();
      insert(inserts);
      return inserts.stream().map(Enrolled::new).toList();
    } catch (DataAccessException failure) {
      if (LedgerErrors.ROW_REFUSED.contains(LedgerErrors.code(failure))) {
        throw new NotEachCanHaveItsSeat(failure);
      }
      throw failure;
    }
  }

  /** Of a statement, so that rolling back undoes all. */
  private static final class NotEachCanHaveItsSeat extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotEachCanHaveItsSeat(@Nullable Throwable cause) {
      super(null, cause, false, false);
    }
  }

  private List<ClaimResult> decide(List<Claim> group, Lock lock) {
    Map<Long, CourseSeats> courses =
        rows.lockedSeats(group.stream().map(claim -> claim.seat.courseId()).toList(), lock);
    Map<Seat, EnrollmentRow> present =
        rows.bySeats(group.stream().map(claim -> claim.seat).collect(Collectors.toSet()));
    Map<Long, Integer> seats = new TreeMap<>();
    List<EnrollmentRow> inserts = new ArrayList<>();
    List<ClaimResult> results = new ArrayList<>(group.size());
    Instant now = now();
    for (Claim claim : group) {
      Seat seat = claim.seat;
      CourseSeats course = courses.get(seat.courseId());
      EnrollmentRow row = present.get(seat);
      if (course == null) {
        results.add(NotEnrolled.COURSE_NOT_FOUND);
      } else if (row != null) {
        results.add(new AlreadyEnrolled(row));
      } else if (course.enrolled() + seats.getOrDefault(seat.courseId(), 0) >= course.capacity()) {
        results.add(NotEnrolled.FULL);
      } else {
        EnrollmentRow inserted = claim.row(now);
        seats.merge(seat.courseId(), 1, Integer::sum);
        present.put(seat, inserted);
        inserts.add(inserted);
        results.add(new Enrolled(inserted));
      }
    }
    if (!inserts.isEmpty()) {
      insert(inserts);
      count(seats);
    }
    return results;
  }

  private static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.MICROS);
  }

  private void insert(Collection<EnrollmentRow> inserts) {
    List<@Nullable Object> values = new ArrayList<>(5 * inserts.size());
    // In the order of the unique key: a duplicate is found with locks on it and on what is next to
    // it there, and whoever waits for such a lock holds only what comes before.
    List<EnrollmentRow> inOrder = inserts.stream().sorted(BY_SEAT).toList();
    for (EnrollmentRow row : inOrder) {
      values.add(row.enrollmentId());
      values.add(row.studentId());
      values.add(row.courseId());
      values.add(LocalDateTime.ofInstant(row.enrolledAt(), ZoneOffset.UTC));
      // With its type, as JDBC asks the server for that of a null without one.
      values.add(new SqlParameterValue(Types.VARCHAR, row.idempotencyKey()));
    }
    jdbc.update(INSERT + LedgerRows.placeholders(ROW, inserts.size()), values.toArray());
  }

  /** Counts seats as taken, and returns how many of the courses there are. */
  private int count(Map<Long, Integer> seats) {
    // As many placeholders as a power of two: few statements to prepare. The last course fills up.
    int width = Math.max(1, Integer.highestOneBit(seats.size() * 2 - 1));
    List<Object> values = new ArrayList<>(3 * width);
    seats.forEach((courseId, more) -> {
      values.add(courseId);
      values.add(more);
    });
    while (values.size() < 2 * width) {
      values.addAll(values.subList(values.size() - 2, values.size()));
    }
    for (int i = 0; i < width; i++) {
      values.add(values.get(2 * i));
    }
    return jdbc.update(
        COUNT.formatted("WHEN ? THEN ? ".repeat(width), LedgerRows.placeholders("?", width)),
        values.toArray());
  }
}
