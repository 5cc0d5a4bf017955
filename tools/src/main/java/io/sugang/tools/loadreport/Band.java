package io.sugang.tools.loadreport;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Kinds of answers that are counted and drawn as one, from the bottom of the picture up. */
enum Band {
  READ("read (200)", "read"),
  WON("won (201)", "won"),
  REFUSED("refused (409)", "full", "already"),
  /** Whatever the service does not answer when all is well. */
  ERRORS("errors");

  private final String legend;
  private final List<String> outcomes;

  Band(String legend, String... outcomes) {
    this.legend = legend;
    this.outcomes = List.of(outcomes);
  }

  static Band of(String outcome) {
    return Arrays.stream(values())
        .filter(band -> band.outcomes.contains(outcome))
        .findFirst()
        .orElse(ERRORS);
  }

  String legend() {
    return legend;
  }

  /** Its class in the style sheet. */
  String style() {
    return name().toLowerCase(Locale.ROOT);
  }
}
