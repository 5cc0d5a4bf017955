package io.sugang.lab.bench;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A configuration of the service.
 *
 * @param id as it is written on the command line, and stands in tables
 * @param instances 0: as many as {@code --scale} says
 * @param seats seat control, {@code redis} or {@code lock}
 * @param cache of students, {@code two-level}, {@code redis} or {@code none}
 * @param cold without the warm-up of the instances
 */
record Variant(String id, int instances, String seats, String cache, boolean cold) {
  private static final Pattern WRITTEN =
      Pattern.compile(
          "(?<seats>redis|lock)/(?<cache>two-level|redis|none)(?<cold>:cold)?(:x(?<instances>[1-8]))?");

  /** From words like {@code redis/none:cold:x3}; null for other words. */
  static @Nullable Variant parse(String text) {
    Matcher written = WRITTEN.matcher(text);
    if (!written.matches()) {
      return null;
    }
    String instances = written.group("instances");
    return new Variant(
        text,
        instances == null ? 0 : Integer.parseInt(instances),
        written.group("seats"),
        written.group("cache"),
        written.group("cold") != null);
  }

  /** With so many instances. */
  Variant of(int number) {
    return new Variant(id, number, seats, cache, cold);
  }

  /** With so many instances, which its id says. */
  Variant scaled(int to) {
    return new Variant(id + ":x" + to, to, seats, cache, cold);
  }

  /** Its id without the number of instances. */
  String configuration() {
    return id.replaceFirst(":x[1-8]$", "");
  }

  Service service(String build) {
    return new Service(build, instances, settings());
  }

  /**
   * For the environment of the instances. Their warm-up is that of the build, unless they are to be
   * cold.
   */
  Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("SUGANG_SEAT_CONTROL", seats);
    settings.put("SUGANG_STUDENT_CACHE", cache);
    if (cold) {
      settings.put("SUGANG_WARMUP", "off");
    }
    return settings;
  }
}
