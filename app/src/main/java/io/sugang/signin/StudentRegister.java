package io.sugang.signin;

import java.util.OptionalLong;

/** The university's register of students, as far as sign-in needs it. */
public interface StudentRegister {
  /**
   * Finds the student with exactly this number: case and accents count.
   *
   * @return the id of the student, or empty without one
   */
  OptionalLong studentId(String studentNumber);
}
