package io.sugang.platform.ids;

import java.util.HashSet;
import java.util.Set;

/**
 * Ids of many students in one text, separated by spaces. A roster as one text leaves a fraction of
 * the garbage of one answer per member, and an idle instance allocates mostly for reading rosters.
 */
public final class IdText {
  private IdText() {}

  /**
   * Parses ids.
   *
   * @param text ids in decimal digits, perhaps with a space after the last; empty for none
   * @throws NumberFormatException where no number is
   */
  public static Set<StudentId> parse(String text) {
    Set<StudentId> ids = new HashSet<>();
    int from = 0;
    while (from < text.length()) {
      int blank = text.indexOf(' ', from);
      int to = blank < 0 ? text.length() : blank;
      ids.add(new StudentId(Long.parseLong(text, from, to, 10)));
      from = to + 1;
    }
    return ids;
  }
}
