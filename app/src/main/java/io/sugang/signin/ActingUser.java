package io.sugang.signin;

import io.sugang.audit.Actor;
import io.sugang.platform.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/**
 * The user for whom a request acts, as {@link SignInFilter} decided. Features ask here what the
 * request may do, and decide nothing about it themselves. May be used on any thread.
 *
 * <p>A request that the filter has not seen acts for no student, in both modes.
 */
public final class ActingUser {
  private static final String ATTRIBUTE = ActingUser.class.getName();

  /** A request without a session in open mode, or of the warm-up: it names its student. */
  static final ActingUser UNNAMED = new ActingUser(null, true, StaffStanding.CONFIRMED, null, null);

  /** A request that acts for no student: without a session where one is required. */
  static final ActingUser ANONYMOUS =
      new ActingUser(null, false, StaffStanding.CONFIRMED, null, null);

  private static final String NOT_IN_REGISTER =
      "The register does not have this account with the role of its session. Nothing was changed."
          + " Sign in again.";

  private final @Nullable SessionToken session;
  private final boolean open;
  private final StaffStanding standing;
  private final @Nullable AccountLimit limit;
  private final @Nullable CompletableFuture<ActingUser> settled;

  private ActingUser(
      @Nullable SessionToken session,
      boolean open,
      StaffStanding standing,
      @Nullable AccountLimit limit,
      @Nullable CompletableFuture<ActingUser> settled) {
    this.session = session;
    this.open = open;
    this.standing = standing;
    this.limit = limit;
    this.settled = settled;
  }

  /**
   * @param standing of a member of the staff; CONFIRMED for all others
   */
  ActingUser(SessionToken session, StaffStanding standing, AccountLimit limit) {
    this(session, false, standing, limit, null);
  }

  /**
   * A member of the staff whose role the register has yet to confirm. Until then nothing is
   * allowed.
   */
  ActingUser(SessionToken session, AccountLimit limit, CompletableFuture<ActingUser> settled) {
    this(session, false, StaffStanding.UNKNOWN, limit, settled);
  }

  /** Returns the user of a request. To be called on the thread of the request. */
  public static ActingUser of(HttpServletRequest request) {
    return request.getAttribute(ATTRIBUTE) instanceof ActingUser user ? user : ANONYMOUS;
  }

  void actIn(HttpServletRequest request) {
    request.setAttribute(ATTRIBUTE, this);
  }

  /**
   * Returns the user when it is known what he may do; null where it is known already. Only on the
   * request loop, which does not wait, is a role of the staff not known yet.
   *
   * @return fails with {@link io.sugang.platform.problem.TemporarilyUnavailableException} when the
   *     register does not answer
   */
  public @Nullable CompletableFuture<ActingUser> settledAsync() {
    return settled;
  }

  /** Returns whether the user may know about a student. */
  public boolean mayRead(long studentId) {
    SessionToken own = session;
    return own == null
        ? open
        : own.role() == Role.STUDENT
            ? own.subject() == studentId
            : own.role().readsAll() && standing == StaffStanding.CONFIRMED;
  }

  /** Returns whether the user may enroll and cancel for a student. */
  public boolean mayActFor(long studentId) {
    SessionToken own = session;
    return own == null
        ? open
        : own.role() == Role.STUDENT
            ? own.subject() == studentId
            : own.role().actsForAll() && standing == StaffStanding.CONFIRMED;
  }

  /**
   * Counts decisions that a request asks for besides its first one.
   *
   * @param decisions 0 or more
   * @return the answer when these are too many for the account; null when they are allowed
   */
  public @Nullable ResponseEntity<ProblemDetail> tooMany(int decisions) {
    SessionToken own = session;
    AccountLimit accounts = limit;
    if (own == null || accounts == null || decisions == 0) {
      return null;
    }
    long waitNanos = accounts.request(own, decisions);
    return waitNanos == 0 ? null : accounts.tooManyRequests(waitNanos);
  }

  /**
   * Counts a cancel that the request asks for.
   *
   * @return the answer when it is one too many for a student; null when it is allowed
   */
  public @Nullable ResponseEntity<ProblemDetail> tooManyCancels() {
    SessionToken own = session;
    AccountLimit accounts = limit;
    if (own == null || accounts == null) {
      return null;
    }
    long waitNanos = accounts.cancel(own);
    return waitNanos == 0 ? null : accounts.tooManyCancels(waitNanos);
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
    return own != null && (own.role() == Role.VIEWER || isRemoved());
  }

  private boolean isRemoved() {
    return standing == StaffStanding.REMOVED;
  }

  /** Returns the answer to a change for a student that {@link #mayActFor} excludes. */
  public ResponseEntity<ProblemDetail> notYours() {
    if (isRemoved()) {
      return ProblemType.NOT_YOURS.toResponse(NOT_IN_REGISTER);
    }
    return ProblemType.NOT_YOURS.toResponse(
        readsOnly()
            ? "This account reads only. Nothing was changed."
            : "The student of the request is not the one who is signed in. Nothing was changed.");
  }

  /**
   * Returns the answer to an operation about the student of the session without {@link
   * #ownStudentId}.
   */
  public ResponseEntity<ProblemDetail> noStudent() {
    return isSignedIn()
        ? ProblemType.NO_STUDENT.toResponse("This session is not one of a student.")
        : ProblemType.SIGN_IN_REQUIRED.toResponse("This request needs a session of a student.");
  }

  /** Returns the member of the staff that is signed in, or null for every other user. */
  public @Nullable ActingStaff staff() {
    SessionToken own = session;
    StaffRole role =
        own == null || isRemoved()
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
    if (isRemoved()) {
      return ProblemType.NO_DESK.toResponse(NOT_IN_REGISTER);
    }
    return isSignedIn()
        ? ProblemType.NO_DESK.toResponse("This session is not one of the staff.")
        : ProblemType.SIGN_IN_REQUIRED.toResponse("This request needs a session of the staff.");
  }

  boolean isSignedIn() {
    return session != null;
  }
}
