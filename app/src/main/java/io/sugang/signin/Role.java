package io.sugang.signin;

import org.jspecify.annotations.Nullable;

/** The kind of an account, which decides for whom its requests may act. */
enum Role {
  /** A student, who acts for no other student. */
  STUDENT(1),
  /** Staff who read about every student and change nothing. */
  VIEWER(2),
  /** Staff of a department, who may name a student. */
  DEPARTMENT(3),
  /** Staff of the registrar's desk, who may name a student. */
  REGISTRAR(4),
  /** A load driver, which may name a student. */
  LOAD(5);

  private static final Role[] BY_CODE = {null, STUDENT, VIEWER, DEPARTMENT, REGISTRAR, LOAD};

  private final byte code;

  Role(int code) {
    this.code = (byte) code;
  }

  /** Returns the number that stands for this role in a token. It never changes. */
  byte code() {
    return code;
  }

  /** Returns the role of a number, or null where there is none. */
  static @Nullable Role of(byte code) {
    return code > 0 && code < BY_CODE.length ? BY_CODE[code] : null;
  }

  /** Whether the staff register has accounts of this role. */
  boolean isStaff() {
    return this == VIEWER || this == DEPARTMENT || this == REGISTRAR;
  }

  /** Whether a session of this role may read about students other than its own. */
  boolean readsAll() {
    return this != STUDENT;
  }

  /** Whether a session of this role may enroll and cancel for students other than its own. */
  boolean actsForAll() {
    return this != STUDENT && this != VIEWER;
  }
}
