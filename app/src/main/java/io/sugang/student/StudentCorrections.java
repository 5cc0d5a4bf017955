package io.sugang.student;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

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
    EMAIL_TAKEN
  }

  private final StudentRepository students;
  private final StudentEviction eviction;
  private final LateEvictions late;
  private final TransactionTemplate transaction;

  StudentCorrections(
      StudentRepository students,
      StudentEviction eviction,
      LateEvictions late,
      PlatformTransactionManager transactions) {
    this.students = students;
    this.eviction = eviction;
    this.late = late;
    this.transaction = new TransactionTemplate(transactions);
  }

  CorrectionResult correct(long studentId, StudentCorrection correction) {
    boolean evicted;
    Boolean found;
    try {
      found =
          transaction.execute(status ->
              students.findById(studentId).map(student -> student.correct(correction)).isPresent());
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
    if (!Boolean.TRUE.equals(found)) {
      return CorrectionResult.NOT_FOUND;
    }
    return evicted ? CorrectionResult.CORRECTED : CorrectionResult.CORRECTED_NOT_EVICTED;
  }
}
