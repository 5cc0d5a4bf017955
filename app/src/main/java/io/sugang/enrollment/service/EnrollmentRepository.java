package io.sugang.enrollment.service;

import java.util.List;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Enrollments in MySQL; without a transaction around it a read is one statement and one round trip.
 */
@Transactional(propagation = Propagation.SUPPORTS, readOnly = true)
interface EnrollmentRepository extends Repository<Enrollment, Long> {
  @Query(
      """
      select e from Enrollment e join fetch e.course c join fetch c.professor
      where e.studentId = :studentId order by e.enrolledAt, e.enrollmentId\
      """)
  List<Enrollment> findOfStudent(long studentId);
}
