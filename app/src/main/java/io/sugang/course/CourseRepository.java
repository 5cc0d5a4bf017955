package io.sugang.course;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.NativeQuery;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Courses in MySQL; without a transaction around it a read is one statement and one round trip. */
@Transactional(propagation = Propagation.SUPPORTS, readOnly = true)
interface CourseRepository extends Repository<Course, Long> {
  @Query("select c from Course c join fetch c.professor where c.courseId = :courseId")
  Optional<Course> find(long courseId);

  @NativeQuery("SELECT course_id, term_id FROM course WHERE course_id = :courseId")
  Optional<CourseTerm> findTerm(long courseId);

  /**
   * Returns the courses by id.
   *
   * @param title a LIKE pattern with ! as the escape character; null for any
   * @param before reserved ids start here
   */
  @Query(
      """
      select c from Course c join fetch c.professor
      where c.courseId < :before
        and (:department is null or c.department = :department)
        and (:title is null or c.title like :title escape '!')
      order by c.courseId\
      """)
  List<Course> search(
      @Nullable String department, @Nullable String title, long before, Pageable page);

  /** Returns how many courses {@link #search} finds on all pages. */
  @Query(
      """
      select count(c) from Course c
      where c.courseId < :before
        and (:department is null or c.department = :department)
        and (:title is null or c.title like :title escape '!')\
      """)
  long count(@Nullable String department, @Nullable String title, long before);
}
