package io.sugang.id;

import java.util.HashSet;
import java.util.Set;

/**
 * Many ids in one text, with a blank between two. A roster that comes as one text instead of one
 * answer for each member leaves a fraction of the garbage, and reading rosters is most of what an
 * instance with little to do allocates.
 */
public final class IdText {
  private IdText() {}

  /**
   * Reads ids.
   *
   * @param text of them in decimal digits, perhaps with a blank behind the last; empty for none
   * @throws NumberFormatException where no number is
   */
  public static Set<Long> parse(String text) {
    Set<Long> ids = new HashSet<>();
    int from = 0;
    while (from < text.length()) {
      int blank = text.indexOf(' ', from);
      int to = blank < 0 ? text.length() : blank;
      ids.add(Long.parseLong(text, from, to, 10));
      from = to + 1;
    }
    return ids;
  }
}
