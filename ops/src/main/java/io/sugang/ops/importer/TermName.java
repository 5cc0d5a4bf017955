package io.sugang.ops.importer;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A regular term, as {@code 2027-SPRING}.
 *
 * @param id orders terms in time: 20271
 */
public record TermName(int year, String season, long id) {
  private static final List<String> SEASONS = List.of("SPRING", "SUMMER", "FALL", "WINTER");
  private static final Pattern TEXT = Pattern.compile("([0-9]{4})-([A-Z]+)");

  // Of a term that is new: its first and last day, which the desk can correct.
  private static final Map<String, List<String>> DAYS =
      Map.of(
          "SPRING", List.of("03-02", "06-21"),
          "SUMMER", List.of("06-22", "08-31"),
          "FALL", List.of("09-01", "12-21"),
          "WINTER", List.of("12-22", "12-31"));

  /**
   * @throws IllegalArgumentException with a message that says what is allowed
   */
  public static TermName of(String text) {
    Matcher term = TEXT.matcher(text.toUpperCase(Locale.ROOT));
    if (!term.matches() || !SEASONS.contains(term.group(2)) || term.group(1).startsWith("0")) {
      throw new IllegalArgumentException(
          "a term is a year and a season, as 2027-SPRING; seasons: " + String.join(", ", SEASONS));
    }
    int year = Integer.parseInt(term.group(1));
    return new TermName(year, term.group(2), 10L * year + SEASONS.indexOf(term.group(2)) + 1);
  }

  String firstDay() {
    return year + "-" + Objects.requireNonNull(DAYS.get(season)).getFirst();
  }

  String lastDay() {
    return year + "-" + Objects.requireNonNull(DAYS.get(season)).getLast();
  }

  @Override
  public String toString() {
    return year + "-" + season;
  }
}
