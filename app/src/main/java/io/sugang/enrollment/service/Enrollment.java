package io.sugang.enrollment.service;

import io.sugang.catalog.course.Course;
import io.sugang.platform.ids.SeatsId;
import io.sugang.seats.pool.CoursePools;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.Immutable;

/**
 * A seat that a student holds, for reading; the ledger inserts and deletes the rows in groups, in
 * SQL.
 */
@Entity
@Immutable
@Table(name = "enrollment")
class Enrollment {
  @Id private long enrollmentId;

  private long studentId;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  @JoinColumn(name = "course_id")
  private Course course;

  @Column(nullable = false)
  private Instant enrolledAt;

  /** Creates an empty one for Hibernate, which fills the fields. */
  @SuppressWarnings("NullAway.Init")
  protected Enrollment() {}

  /** Returns the course, or the pool of one, whose seat it is. */
  SeatsId seatsId() {
    return new SeatsId(course.getCourseId());
  }

  HeldSeat toHeldSeat(CoursePools pools) {
    return new HeldSeat(
        enrollmentId,
        pools.courseOf(seatsId()).value(),
        course.getTitle(),
        course.getProfessor().getName(),
        course.getCredits(),
        enrolledAt);
  }
}
