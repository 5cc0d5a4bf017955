package io.sugang.signin;

/** What a member of the staff may change at the desk. */
public enum StaffRole {
  /** Nothing. */
  VIEWER,
  /** Changes courses of its department. */
  DEPARTMENT,
  /** Everything. */
  REGISTRAR
}
