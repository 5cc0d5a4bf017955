package io.sugang.signin;

import io.sugang.platform.problem.ProblemType;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which sessions ended before their tokens expire, in the memory of the instance: a request costs
 * no command to Redis.
 *
 * <p>Of each student it knows the newest sign-in alone. Sessions are ordered by sign-in time, and
 * those of the same millisecond by their id, so all instances agree which one is the newest. An
 * older one has ended. So there are at most as many entries as students, however often they sign
 * in.
 *
 * <p>Sessions of the staff, and those of tokens that a program made, last side by side and end by a
 * sign-out. Of these, and of those of an earlier version, the newest {@value #MOST_BY_ID} that
 * ended are known by their ids.
 */
final class EndedSessions {
  static final int MOST_BY_ID = 100_000;

  /**
   * The end of a session.
   *
   * @param at in milliseconds since 1970
   * @param browser kind of the browser of the sign-in that ended it; null after a sign-out
   */
  record End(long at, @Nullable String browser) {
    ProblemType problem() {
      return browser == null ? ProblemType.SIGN_IN_REQUIRED : ProblemType.SIGNED_IN_ELSEWHERE;
    }

    String detail() {
      return browser == null
          ? "The user signed out of this session."
          : "The user signed in again at " + time() + " with " + browser + ".";
    }

    /** Returns the members of the problem that say it to a program. */
    Map<String, Object> members() {
      return browser == null ? Map.of() : Map.of("signedInAt", time(), "browser", browser);
    }

    private String time() {
      return Instant.ofEpochMilli(at).toString();
    }
  }

  /**
   * The newest session of a student.
   *
   * @param browser kind of the browser that signed in
   * @param signedOutAt in milliseconds since 1970; 0 while it lasts
   */
  record Newest(long signedInAt, long sessionId, String browser, long signedOutAt) {
    int compareTo(long otherSignedInAt, long otherId) {
      return inOrder(signedInAt, sessionId, otherSignedInAt, otherId);
    }

    /** Returns what is known after one of two sessions was found to be there. */
    Newest and(Newest other) {
      int order = compareTo(other.signedInAt, other.sessionId);
      if (order == 0) {
        // A sign-out counts whatever is heard first, and only the sign-in names the browser.
        return new Newest(
            signedInAt,
            sessionId,
            browser.equals(Browser.UNKNOWN) ? other.browser : browser,
            Math.max(signedOutAt, other.signedOutAt));
      }
      return order > 0 ? this : other;
    }
  }

  /**
   * Compares two sessions of a student: the later sign-in is the newer, and then the greater id.
   */
  static int inOrder(long signedInAt, long sessionId, long otherSignedInAt, long otherId) {
    int byTime = Long.compare(signedInAt, otherSignedInAt);
    return byTime == 0 ? Long.compare(sessionId, otherId) : byTime;
  }

  private final Map<Long, Newest> newest = new ConcurrentHashMap<>();
  private final Map<Long, End> byId = new ConcurrentHashMap<>();
  private final Queue<Long> idsInOrder = new ArrayDeque<>();
  private final long longestMillis;

  /**
   * @param longestMillis after which every token of an ended session has expired
   */
  EndedSessions(long longestMillis) {
    this.longestMillis = longestMillis;
  }

  /** Ends the sessions of a student that are older than this one. */
  void begin(long student, long signedInAt, long sessionId, String browser) {
    newest.merge(student, new Newest(signedInAt, sessionId, browser, 0), Newest::and);
  }

  /**
   * Ends this session of a student, and the older ones.
   *
   * @param at in milliseconds since 1970
   */
  void signOut(long student, long signedInAt, long sessionId, long at) {
    newest.merge(student, new Newest(signedInAt, sessionId, Browser.UNKNOWN, at), Newest::and);
  }

  /** Ends one session of any user. */
  void end(long sessionId, End end) {
    if (byId.putIfAbsent(sessionId, end) != null) {
      return;
    }
    synchronized (idsInOrder) {
      idsInOrder.add(sessionId);
      while (idsInOrder.size() > MOST_BY_ID) {
        byId.remove(idsInOrder.remove());
      }
    }
  }

  /** Returns the end of a session, or null while it lasts. */
  @Nullable End of(SessionToken session) {
    End one = byId.isEmpty() ? null : byId.get(session.sessionId());
    if (one != null || !session.isOfStudentSignIn()) {
      return one;
    }
    Newest last = newest.get(session.subject());
    if (last == null) {
      return null;
    }
    int order = last.compareTo(session.signedInAt(), session.sessionId());
    if (order > 0) {
      return new End(last.signedInAt, last.browser);
    }
    return order == 0 && last.signedOutAt > 0 ? new End(last.signedOutAt, null) : null;
  }

  /** Returns the newest session of a student; null where none is known. */
  @Nullable Newest newestOf(long student) {
    return newest.get(student);
  }

  /**
   * Returns a sign-in time by which a new session of the student is the newest.
   *
   * @param now in milliseconds since 1970. A clock that was set back may have shown it before
   */
  long signInTime(long student, long now) {
    Newest last = newest.get(student);
    return last == null ? now : Math.max(now, last.signedInAt + 1);
  }

  /** Forgets the sessions whose tokens have expired by now. */
  void forget(long now) {
    newest
        .values()
        .removeIf(last -> Math.max(last.signedInAt, last.signedOutAt) + longestMillis < now);
    if (byId.values().removeIf(end -> end.at() + longestMillis < now)) {
      synchronized (idsInOrder) {
        idsInOrder.removeIf(id -> !byId.containsKey(id));
      }
    }
  }

  /** Returns the number of students whose newest session has not ended. */
  int students() {
    return (int) newest.values().stream().filter(last -> last.signedOutAt == 0).count();
  }

  int size() {
    return newest.size() + byId.size();
  }
}
