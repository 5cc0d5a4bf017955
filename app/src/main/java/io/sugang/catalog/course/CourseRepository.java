package io.sugang.catalog.course;

import java.util.List;
import org.springframework.data.jpa.repository.NativeQuery;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Courses in MySQL; without a transaction around it a read is one statement and one round trip. */
@Transactional(propagation = Propagation.SUPPORTS, readOnly = true)
interface CourseRepository extends Repository<Course, Long> {
  @Query(
      """
      select c from Course c join fetch c.professor where c.courseId in :courseIds and c.poolOf is null\
      """)
  List<Course> find(List<Long> courseIds);

  @NativeQuery("SELECT course_id, term_id, pool_of FROM course WHERE course_id IN (:courseIds)")
  List<CourseTerm> findTerms(List<Long> courseIds);
}
