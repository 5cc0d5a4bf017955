package io.sugang.catalog.course;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import org.hibernate.annotations.Immutable;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/**
 * A course for reading. Only the ledger writes to its row, in SQL, because there the row is the
 * lock.
 */
@Entity
@Immutable
@Table(name = "course")
public class Course {
  @Id private long courseId;

  @Column(nullable = false)
  private String title;

  @Column(nullable = false)
  private String department;

  // Lazy, so that a query which forgets to join it fails a test instead of asking once per course.
  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  @JoinColumn(name = "professor_id")
  private Professor professor;

  @JdbcTypeCode(SqlTypes.TINYINT)
  private int credits;

  private @Nullable Long poolOf;
  private int capacity;
  private int enrolled;

  /** Creates an empty one for Hibernate, which fills the fields. */
  @SuppressWarnings("NullAway.Init")
  protected Course() {}

  public long getCourseId() {
    return courseId;
  }

  public String getTitle() {
    return title;
  }

  public Professor getProfessor() {
    return professor;
  }

  public int getCredits() {
    return credits;
  }

  CourseView toView(int seats, int remaining) {
    return new CourseView(
        courseId, title, department, professor.getName(), credits, seats, remaining);
  }

  /** Returns the seats of its own row. */
  int capacity() {
    return capacity;
  }

  /** Returns the free seats by the rows of MySQL. */
  int remainingByLedger() {
    return capacity - enrolled;
  }
}
