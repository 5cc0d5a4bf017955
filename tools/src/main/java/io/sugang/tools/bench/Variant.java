package io.sugang.tools.bench;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A way to run a build. Which there are is known by the script and the service, not here.
 *
 * @param seats who decides about them
 * @param cache of students
 */
record Variant(String seats, String cache) {
  private static final Pattern WRITTEN = Pattern.compile("([a-z-]+)/([a-z-]+)");

  /**
   * From words like {@code redis/none}.
   *
   * @throws IllegalArgumentException when it is not written so
   */
  static Variant parse(String text) {
    var written = WRITTEN.matcher(text);
    if (!written.matches()) {
      throw new IllegalArgumentException("a variant is SEATS/CACHE, not \"" + text + "\"");
    }
    return new Variant(written.group(1), written.group(2));
  }

  String id() {
    return seats + "/" + cache;
  }

  /** Nothing but what it is about: all else is as the build has it. */
  List<String> settings() {
    return List.of("SUGANG_SEAT_CONTROL=" + seats, "SUGANG_STUDENT_CACHE=" + cache);
  }
}
