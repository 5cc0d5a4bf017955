package io.sugang.tools.bench;

import io.sugang.tools.loadgen.LatencySummary;
import io.sugang.tools.loadgen.LoadFigures;
import io.sugang.tools.loadgen.LoadFigures.Slice;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One load on one variant, once: a row of {@code runs.csv}.
 *
 * @param group id of the experiment or of the build
 * @param repetition counted from 1
 * @param figures NaN for those that were not measured
 * @param statuses how many answers had which status; 0 is no answer
 * @param byStatus response times of the answers of each status
 * @param seconds of the load, one after another
 * @param begin mean response time of the first 100 ms, the next 100 ms and so on
 * @param warnings why these figures may not be those of the service
 */
record Run(
    String group,
    String variant,
    String load,
    int repetition,
    Map<Figure, Double> figures,
    SortedMap<Integer, Integer> statuses,
    SortedMap<Integer, LatencySummary> byStatus,
    List<Slice> seconds,
    List<Double> begin,
    List<String> warnings) {

  static Run of(
      String group, String variant, String load, int repetition, Measurement measurement) {
    Map<Figure, Double> figures = new EnumMap<>(Figure.class);
    for (Figure figure : Figure.values()) {
      figures.put(figure, figure.of(measurement));
    }
    LoadFigures measured = measurement.figures();
    return new Run(
        group,
        variant,
        load,
        repetition,
        figures,
        new TreeMap<>(measured.statuses()),
        new TreeMap<>(measured.responseByStatus()),
        measured.seconds(),
        measured.begin().stream().map(Slice::mean).toList(),
        measurement.warnings());
  }

  double of(Figure figure) {
    return figures.getOrDefault(figure, Double.NaN);
  }

  int errors() {
    return (int) of(Figure.ERRORS);
  }

  /** Answers of a status that the load is about. */
  int expected() {
    return statuses.values().stream().mapToInt(Integer::intValue).sum() - errors();
  }
}
