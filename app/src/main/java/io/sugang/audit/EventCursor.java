package io.sugang.audit;

import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Position at which a search continues: below the event of a time and an id.
 *
 * @param at in whole milliseconds
 */
public record EventCursor(Instant at, long eventId) {
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,14})-([0-9]{1,18})");

  /** Reads the text of a cursor; null for any other text. */
  public static @Nullable EventCursor of(String text) {
    Matcher parts = TEXT.matcher(text);
    return parts.matches()
        ? new EventCursor(
            Instant.ofEpochMilli(Long.parseLong(parts.group(1))), Long.parseLong(parts.group(2)))
        : null;
  }

  @Override
  public String toString() {
    return at.toEpochMilli() + "-" + eventId;
  }
}
