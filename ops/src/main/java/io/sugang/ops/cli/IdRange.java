package io.sugang.ops.cli;

import io.sugang.ops.workspace.Failure;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Ids from the first to the last, both included: {@code 7} or {@code 1-20}. */
record IdRange(long first, long last) {
  private static final Pattern TEXT = Pattern.compile("([1-9][0-9]{0,14})(?:-([1-9][0-9]{0,14}))?");
  private static final long MOST = 1_000_000;

  static IdRange parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (matcher.matches()) {
      long first = Long.parseLong(matcher.group(1));
      long last = matcher.group(2) == null ? first : Long.parseLong(matcher.group(2));
      if (first <= last && last - first < MOST) {
        return new IdRange(first, last);
      }
    }
    throw new Failure(
        "'%s' is no range of ids: 7, or 1-20 with at most a million ids".formatted(text));
  }
}
