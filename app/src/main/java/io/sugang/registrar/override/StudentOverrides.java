package io.sugang.registrar.override;

import io.sugang.platform.ids.StudentId;
import java.time.Instant;
import java.util.List;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** The overrides of one student, for the desk. */
@Component
public class StudentOverrides {
  private final OverrideRows rows;

  StudentOverrides(OverrideRows rows) {
    this.rows = rows;
  }

  /**
   * Returns the overrides at a time by the shared clock, newest first, at most {@value
   * OverrideRows#MOST_OWN}.
   *
   * @throws DataAccessException when MySQL does not answer
   */
  public List<OverrideView> of(StudentId studentId, Instant now) {
    return rows.ofStudent(studentId).stream().map(entry -> OverrideView.of(entry, now)).toList();
  }
}
