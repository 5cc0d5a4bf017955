package io.sugang.lab.signin;

import io.sugang.ops.signin.Credentials;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The sessions of students for whom a load driver acts: each has one, made when it is needed. */
public final class StudentSessions {
  private final String key;
  private final Map<Long, Map<String, String>> made = new ConcurrentHashMap<>();

  /**
   * @param environment of the tools: {@code SUGANG_SIGN_IN} and {@code SUGANG_SESSION_KEY}
   */
  public StudentSessions(Map<String, String> environment) {
    key =
        Credentials.required(environment.getOrDefault("SUGANG_SIGN_IN", ""))
            ? environment.getOrDefault("SUGANG_SESSION_KEY", "")
            : "";
  }

  /** Returns the headers of a student's request; none unless sign-in is required. */
  public Map<String, String> headers(long studentId) {
    return key.isEmpty()
        ? Map.of()
        : made.computeIfAbsent(
            studentId,
            id -> Map.of("Authorization", "Bearer " + Credentials.studentToken(key, id)));
  }
}
