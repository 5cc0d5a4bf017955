package io.sugang.ops.signin;

/** For whom a session may act; the place in this list, counted from 1, is the code in a token. */
public enum SessionRole {
  /** A student, who acts for no other student. */
  STUDENT,
  /** Staff who read about every student and change nothing. */
  VIEWER,
  /** Staff of a department, who may name a student. */
  DEPARTMENT,
  /** Staff of the registrar's desk, who may name a student. */
  REGISTRAR,
  /** A load driver, which may name a student. */
  LOAD;

  byte code() {
    return (byte) (ordinal() + 1);
  }
}
