package io.sugang.signin;

/** What a member of the staff may change at the desk. */
public enum StaffRole {
  /** Nothing. */
  VIEWER,
  /** Courses of the own department. */
  DEPARTMENT,
  /** Everything. */
  REGISTRAR
}
