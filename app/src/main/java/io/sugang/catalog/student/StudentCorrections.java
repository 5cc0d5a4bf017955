package io.sugang.catalog.student;

import io.sugang.seats.ledger.StudentTransactions;
import java.sql.Types;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.SqlParameterValue;
import org.springframework.stereotype.Component;

/**
 * Corrections of students: written to MySQL first, and evicted then. Otherwise a reader could cache
 * the old value again before the commit. A correction without an answer is evicted once more when
 * its outcome is known ({@link LateEvictions}).
 */
@Component
class StudentCorrections {
  enum CorrectionResult {
    /**
     * Corrected and evicted. No reader of this instance gets the old value. Readers of other
     * instances get it until the invalidation arrives, at most for {@code
     * sugang.student.local-ttl}.
     */
    CORRECTED,
    /**
     * Corrected but not evicted, because Redis did not answer: it may have the old value until it
     * expires.
     */
    CORRECTED_NOT_EVICTED,
    NOT_FOUND,
    EMAIL_TAKEN,
    /** Nothing was changed: the student holds seats that would be for others afterwards. */
    OUTSIDE_AUDIENCE
  }

  private static final String CORRECT =
      "UPDATE student SET email = COALESCE(?, email), department = COALESCE(?, department),"
          + " grade = COALESCE(?, grade) WHERE student_id = ?";

  private final StudentTransactions transactions;
  private final HeldSeats seats;
  private final StudentEviction eviction;
  private final LateEvictions late;

  StudentCorrections(
      StudentTransactions transactions, StudentEviction eviction, LateEvictions late) {
    this.transactions = transactions;
    this.seats = new HeldSeats(transactions.jdbc());
    this.eviction = eviction;
    this.late = late;
  }

  /** Ends the transaction of a correction without a change. */
  private static final class Outside extends RuntimeException {
    private static final long serialVersionUID = 1;

    Outside() {
      super(null, null, false, false);
    }
  }

  CorrectionResult correct(long studentId, StudentCorrection correction) {
    boolean evicted;
    boolean found;
    try {
      found = transactions.execute(() -> update(studentId, correction)) == 1;
    } catch (Outside audience) {
      return CorrectionResult.OUTSIDE_AUDIENCE;
    } catch (DataIntegrityViolationException taken) {
      return CorrectionResult
          .EMAIL_TAKEN; // the only constraint that a valid correction can violate
    } catch (RuntimeException | Error unanswered) {
      late.evictWhenDecided(studentId);
      throw unanswered;
    } finally {
      // Also after an exception: a commit whose answer was lost may have happened.
      evicted = eviction.evict(studentId);
    }
    if (!found) {
      return CorrectionResult.NOT_FOUND;
    }
    return evicted ? CorrectionResult.CORRECTED : CorrectionResult.CORRECTED_NOT_EVICTED;
  }

  /**
   * Returns how many rows there were. Audiences depend on department and grade, so the seats of the
   * student are judged again. That happens behind the locks of the plans, so no claim of the
   * student is between the two reads.
   */
  private int update(long studentId, StudentCorrection correction) {
    if (correction.department() == null && correction.grade() == null) {
      return write(studentId, correction);
    }
    Set<Long> outside = seats.lockAndFindOutsideAudience(studentId);
    HeldSeats.@Nullable Facts before = seats.facts(studentId);
    int rows = write(studentId, correction);
    if (before != null) {
      if (!outside.containsAll(seats.findOutsideAudience(studentId))) {
        throw new Outside();
      }
      seats.appendEvent(studentId, before);
    }
    return rows;
  }

  private int write(long studentId, StudentCorrection correction) {
    return transactions
        .jdbc()
        .update(
            CORRECT,
            // With their types, because JDBC asks the server for the type of a null without one.
            new SqlParameterValue(Types.VARCHAR, correction.email()),
            new SqlParameterValue(Types.VARCHAR, correction.department()),
            new SqlParameterValue(Types.TINYINT, correction.grade()),
            studentId);
  }
}
