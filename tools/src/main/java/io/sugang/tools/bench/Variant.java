package io.sugang.tools.bench;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A configuration of the service.
 *
 * @param id in file names and tables
 * @param name for a person
 * @param seats seat control, {@code redis} or {@code lock}
 * @param cache of students, {@code two-level}, {@code redis} or {@code none}
 * @param warmUp null: as the build has it
 * @param redisKilled when the instances are ready, before their first load
 */
record Variant(
    String id,
    String name,
    int instances,
    String seats,
    String cache,
    @Nullable Boolean warmUp,
    boolean redisKilled) {
  private static final Pattern WRITTEN = Pattern.compile("([a-z-]+)/([a-z-]+)");

  /**
   * From words like {@code redis/none}.
   *
   * @throws IllegalArgumentException for other words
   */
  static Variant parse(String text, int instances) {
    var written = WRITTEN.matcher(text);
    if (!written.matches()) {
      throw new IllegalArgumentException("a variant is SEATS/CACHE, not \"" + text + "\"");
    }
    return new Variant(text, text, instances, written.group(1), written.group(2), null, false);
  }

  /** With so many instances, which its id says. */
  Variant scaled(int to) {
    String scaled = id + " x" + to;
    return new Variant(scaled, scaled, to, seats, cache, warmUp, redisKilled);
  }

  /** In words that {@link #parse} reads. */
  String seatsAndCache() {
    return seats + "/" + cache;
  }

  Service service(String build) {
    return new Service(build, instances, settings());
  }

  /**
   * For the environment of the instances; every setting that matters, so that none is inherited.
   */
  List<String> settings() {
    Stream<String> warm =
        warmUp == null ? Stream.of() : Stream.of("SUGANG_WARMUP=" + (warmUp ? "on" : "off"));
    return Stream.concat(
            Stream.of("SUGANG_SEAT_CONTROL=" + seats, "SUGANG_STUDENT_CACHE=" + cache), warm)
        .toList();
  }
}
