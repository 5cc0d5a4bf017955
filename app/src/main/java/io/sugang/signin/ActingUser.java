package io.sugang.signin;

import io.sugang.audit.Actor;
import io.sugang.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/**
 * The user for whom a request acts, as {@link SignInFilter} decided. Features ask here what the
 * request may do, and decide nothing about it themselves. May be used on any thread.
 */
public final class ActingUser {
  private static final String ATTRIBUTE = ActingUser.class.getName();

  /** A request without a session in open mode, or of the warm-up: it names its student. */
  static final ActingUser UNNAMED = new ActingUser(null, true);

  /** A request without a session where one is required. */
  static final ActingUser NOBODY = new ActingUser(null, false);

  private final @Nullable SessionToken session;
  private final boolean open;

  private ActingUser(@Nullable SessionToken session, boolean open) {
    this.session = session;
    this.open = open;
  }

  ActingUser(SessionToken session) {
    this(session, false);
  }

  /** Returns the user of a request. To be called on the thread of the request. */
  public static ActingUser of(HttpServletRequest request) {
    return request.getAttribute(ATTRIBUTE) instanceof ActingUser user ? user : UNNAMED;
  }

  void actIn(HttpServletRequest request) {
    request.setAttribute(ATTRIBUTE, this);
  }

  /** Returns whether the user may know about a student. */
  public boolean mayRead(long studentId) {
    SessionToken own = session;
    return own == null ? open : own.role().readsAll() || own.subject() == studentId;
  }

  /** Returns whether the user may enroll and cancel for a student. */
  public boolean mayActFor(long studentId) {
    SessionToken own = session;
    return own == null
        ? open
        : own.role().actsForAll() || own.role() == Role.STUDENT && own.subject() == studentId;
  }

  /** Returns the id of the student that is signed in, or null for every other user. */
  public @Nullable Long ownStudentId() {
    SessionToken own = session;
    return own != null && own.role() == Role.STUDENT ? own.subject() : null;
  }

  /**
   * Returns the user as the audit names it; without a session the student.
   *
   * @param studentId for whom the request acts
   */
  public Actor actorFor(long studentId) {
    SessionToken own = session;
    return own == null
        ? Actor.student(studentId)
        : new Actor(own.role().name(), own.subject(), own.sessionId());
  }

  /** Returns whether the user may change nothing for any student, although signed in. */
  public boolean readsOnly() {
    SessionToken own = session;
    return own != null && own.role() == Role.VIEWER;
  }

  /** Returns the answer to a change for a student that {@link #mayActFor} excludes. */
  public ResponseEntity<ProblemDetail> notYours() {
    return ProblemType.NOT_YOURS.toResponse(
        readsOnly()
            ? "This account reads only. Nothing was changed."
            : "The student of the request is not the one who is signed in. Nothing was changed.");
  }

  /** Returns the answer to an operation about the own student without {@link #ownStudentId}. */
  public ResponseEntity<ProblemDetail> noStudent() {
    return isSignedIn()
        ? ProblemType.NO_STUDENT.toResponse("This session is not one of a student.")
        : ProblemType.SIGN_IN_REQUIRED.toResponse("This request needs a session of a student.");
  }

  /** Returns the member of the staff that is signed in, or null for every other user. */
  public @Nullable ActingStaff staff() {
    SessionToken own = session;
    StaffRole role =
        own == null
            ? null
            : switch (own.role()) {
              case VIEWER -> StaffRole.VIEWER;
              case DEPARTMENT -> StaffRole.DEPARTMENT;
              case REGISTRAR -> StaffRole.REGISTRAR;
              case STUDENT, LOAD -> null;
            };
    return own == null || role == null ? null : new ActingStaff(own.subject(), role, actorFor(0));
  }

  /** Returns the answer to an operation of the desk without {@link #staff}. */
  public ResponseEntity<ProblemDetail> noDesk() {
    return isSignedIn()
        ? ProblemType.NO_DESK.toResponse("This session is not one of the staff.")
        : ProblemType.SIGN_IN_REQUIRED.toResponse("This request needs a session of the staff.");
  }

  boolean isSignedIn() {
    return session != null;
  }
}
