package io.sugang.signin;

import io.sugang.problem.ProblemType;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The sessions that ended before their tokens expire, in the memory of the instance: a request
 * costs no command to Redis.
 */
final class EndedSessions {

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

  private final Map<Long, End> ends = new ConcurrentHashMap<>();
  private final long longestMillis;

  /**
   * @param longestMillis after which every token of an ended session has expired
   */
  EndedSessions(long longestMillis) {
    this.longestMillis = longestMillis;
  }

  void add(long sessionId, End end) {
    ends.putIfAbsent(sessionId, end);
  }

  /** Returns the end of a session, or null while it lasts. */
  @Nullable End of(long sessionId) {
    return ends.isEmpty() ? null : ends.get(sessionId);
  }

  /** Forgets the sessions whose tokens have expired by now. */
  void forget(long now) {
    ends.values().removeIf(end -> end.at() + longestMillis < now);
  }

  int size() {
    return ends.size();
  }
}
