package io.sugang.catalog.student;

import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Students in MySQL. Without a transaction around it a read is one statement and one round trip;
 * BEGIN, COMMIT and the change to read-only would be four more.
 */
@Transactional(propagation = Propagation.SUPPORTS, readOnly = true)
interface StudentRepository extends Repository<Student, Long> {
  List<Student> findByStudentIdIn(List<Long> studentIds);

  /**
   * Returns the id after waiting for a transaction that holds the row, at most 2 s by MySQL's
   * settings.
   */
  @Query(
      value = "SELECT student_id FROM student WHERE student_id = :studentId FOR SHARE",
      nativeQuery = true)
  Optional<Long> findIdBehindLock(long studentId);

  @Query(
      "select s.studentId from Student s where s.studentId > :after and s.studentId < :before order"
          + " by s.studentId")
  List<Long> findIds(long after, long before, Limit limit);
}
