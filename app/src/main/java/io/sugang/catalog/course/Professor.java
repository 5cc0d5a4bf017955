package io.sugang.catalog.course;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** The professor who teaches a course. */
@Entity
@Table(name = "professor")
public class Professor {
  @Id private long professorId;

  @Column(nullable = false)
  private String name;

  @Column(nullable = false)
  private String department;

  /** Creates an empty one for Hibernate, which fills the fields. */
  @SuppressWarnings("NullAway.Init")
  protected Professor() {}

  public String getName() {
    return name;
  }
}
