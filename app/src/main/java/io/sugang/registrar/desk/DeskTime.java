package io.sugang.registrar.desk;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Times in requests of the desk. */
public final class DeskTime {
  public static final String EXAMPLE = "2027-03-02T10:00:00+09:00";

  /** What a time has to be, in words. */
  public static final String RULE = "must be a time like " + EXAMPLE + ", from 2000 to 2999";

  private static final Instant FIRST = Instant.parse("2000-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("3000-01-01T00:00:00Z");

  private DeskTime() {}

  /** Returns a time to the millisecond; null where the text is not as {@link #RULE} says. */
  public static @Nullable Instant parse(String text) {
    return parse(text, FIRST);
  }

  /** Returns a time to the millisecond, from {@code first} to 2999; null for any other text. */
  static @Nullable Instant parse(String text, Instant first) {
    try {
      Instant time = OffsetDateTime.parse(text).toInstant().truncatedTo(ChronoUnit.MILLIS);
      return time.isBefore(first) || !time.isBefore(LAST) ? null : time;
    } catch (DateTimeException notATime) {
      return null;
    }
  }
}
