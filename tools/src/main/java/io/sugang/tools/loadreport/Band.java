package io.sugang.tools.loadreport;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Groups of answers that are counted and drawn as one, from the bottom of the chart up. */
enum Band {
  READ("read (200)", "#4a7dbf", "read"),
  WON("won (201)", "#2c9c69", "won"),
  REFUSED("refused (409)", "#e2a53a", "full", "already", "ruled"),
  /** Every answer that a healthy service does not give. */
  ERRORS("errors", "#d1434b");

  private final String legend;
  private final String colour;
  private final List<String> outcomes;

  Band(String legend, String colour, String... outcomes) {
    this.legend = legend;
    this.colour = colour;
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

  String colour() {
    return colour;
  }

  /** Returns the class in the style sheet. */
  String style() {
    return name().toLowerCase(Locale.ROOT);
  }
}
