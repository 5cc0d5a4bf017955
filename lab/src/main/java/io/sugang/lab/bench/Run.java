package io.sugang.lab.bench;

import java.util.List;

/**
 * One load on one variant of one build, once.
 *
 * @param build its id, or {@link BenchResults#BASELINE}
 * @param variant its id
 * @param repetition counted from 1
 */
record Run(
    String build,
    String variant,
    LoadProfile profile,
    Loop.Turn turn,
    int repetition,
    Measurement measurement) {

  double of(Figure figure) {
    return figure.of(measurement);
  }

  int errors() {
    return measurement.figures().errors();
  }

  /** Answers of a status that the load is about. */
  int expected() {
    return measurement.figures().expected();
  }

  /** Why these figures may not be those of the service. */
  List<String> warnings() {
    return measurement.warnings();
  }
}
