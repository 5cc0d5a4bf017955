package io.sugang.ops.importer;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;

/** A line of a file, whose readers note every value that is not allowed. */
final class CsvRow {
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,6}");

  private final String file;
  private final long line;
  private final Map<String, Integer> columns;
  private final CSVRecord values;
  private final List<BadLine> bad;
  private boolean sound = true;

  CsvRow(
      String file, long line, Map<String, Integer> columns, CSVRecord values, List<BadLine> bad) {
    this.file = file;
    this.line = line;
    this.columns = columns;
    this.values = values;
    this.bad = bad;
  }

  long line() {
    return line;
  }

  /** Returns whether nothing was bad up to now. */
  boolean sound() {
    return sound;
  }

  /** Returns the value of a column, empty if the file does not have it. */
  String raw(String column) {
    Integer position = columns.get(column);
    return position == null ? "" : values.get(position).strip();
  }

  void refuse(String column, String allowed) {
    sound = false;
    bad.add(new BadLine(file, line, column, raw(column), allowed));
  }

  /** Returns a text, empty after noting one that is too long. */
  String text(String column, int least, int most) {
    String value = raw(column);
    if (value.length() < least
        || value.length() > most
        || value.chars().anyMatch(one -> one < ' ')) {
      refuse(column, "%d to %d characters on one line".formatted(least, most));
      return "";
    }
    return value;
  }

  /** Returns a text of letters, digits and signs of ASCII. */
  String code(String column, int most) {
    String value = raw(column);
    if (!value.matches("[A-Za-z0-9._-]{1,%d}".formatted(most))) {
      refuse(column, "1 to %d letters, digits, '.', '_' or '-'".formatted(most));
    }
    return value;
  }

  /** Returns a whole number, or 0 after noting that it is none. */
  int number(String column, int from, int to) {
    return within(column, raw(column), from, to);
  }

  /** Returns a whole number, or null for an empty value. */
  @Nullable Integer optionalNumber(String column, int from, int to) {
    return raw(column).isEmpty() ? null : number(column, from, to);
  }

  /** Reads a text that is the value of a column or a part of it. */
  int within(String column, String text, int from, int to) {
    if (NUMBER.matcher(text).matches()) {
      int number = Integer.parseInt(text);
      if (number >= from && number <= to) {
        return number;
      }
    }
    refuse(column, "a whole number from %d to %d".formatted(from, to));
    return 0;
  }

  /** Returns what a word stands for; the empty word stands for the default. */
  String word(String column, Map<String, String> meanings, String standard) {
    String value = raw(column);
    if (value.isEmpty()) {
      return standard;
    }
    if (!meanings.containsKey(value)) {
      refuse(
          column, String.join(", ", meanings.keySet().stream().sorted().toList()) + ", or nothing");
      return standard;
    }
    return Objects.requireNonNull(meanings.get(value));
  }
}
