package io.sugang.catalog.student;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;

/** A student as MySQL keeps them. */
@Entity
@Table(name = "student")
class Student {
  @Id private long studentId;

  @Column(nullable = false)
  private String studentNumber;

  @Column(nullable = false)
  private String name;

  @Column(nullable = false)
  private String email;

  @Column(nullable = false)
  private String department;

  @JdbcTypeCode(SqlTypes.TINYINT)
  private int grade;

  /** Creates an empty one for Hibernate, which fills the fields. */
  @SuppressWarnings("NullAway.Init")
  protected Student() {}

  long studentId() {
    return studentId;
  }

  StudentView toView() {
    return new StudentView(studentId, studentNumber, name, email, department, grade);
  }
}
