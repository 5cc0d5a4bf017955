package io.sugang.verifier;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Names of the gate's keys, written down a second time: a service that wrote under wrong names
 * would otherwise be judged by the same wrong names.
 */
final class GateKeys {
  static final String ALL = "course:*";

  private static final Pattern KEY =
      Pattern.compile("course:\\{(\\d{1,16})}:(students|pending|capacity|ticket)");

  private GateKeys() {}

  static String students(long courseId) {
    return "course:{" + courseId + "}:students";
  }

  static String pending(long courseId) {
    return "course:{" + courseId + "}:pending";
  }

  static String capacity(long courseId) {
    return "course:{" + courseId + "}:capacity";
  }

  /** The course that a key belongs to; nothing for a key that is none of the gate's. */
  static Optional<Long> courseOf(String key) {
    var match = KEY.matcher(key);
    return match.matches() ? Optional.of(Long.valueOf(match.group(1))) : Optional.empty();
  }

  static boolean isPending(String key) {
    return key.endsWith(":pending");
  }

  /**
   * Whether a roster load made the key. It holds no seat and expires after ten seconds. The load of
   * a course that was just deleted writes one, and removes it when it finds no row.
   */
  static boolean isTicket(String key) {
    return key.endsWith(":ticket");
  }

  /** Whether warm-up made the key; it comes and goes at any moment. */
  static boolean reserved(String key) {
    return courseOf(key).filter(Ids::isReserved).isPresent();
  }
}
