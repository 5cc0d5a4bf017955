package io.sugang.tools.bench;

import io.sugang.tools.loadgen.Spread;
import io.sugang.tools.testbed.Machine;
import io.sugang.tools.testbed.Measurement;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Everything that was measured in one call of the command; what {@code results.json} holds.
 *
 * @param startedAt in UTC
 * @param command how to do it again
 * @param plan what was asked for
 * @param repetitions that were done
 * @param rows what it comes to
 * @param measured what it was made from
 * @param warnings that concern all of it
 */
record Results(
    String startedAt,
    String command,
    Machine machine,
    Plan plan,
    int repetitions,
    Spread ceiling,
    List<Row> rows,
    List<Measured> measured,
    List<String> warnings) {

  /**
   * One load on one variant of one build.
   *
   * @param ofCeiling requests per processor second, as a share of the ceiling's in the same
   *     repetition; in the open loop too, where it only tells what an idle service costs
   * @param wanted what that share should be
   * @param toFirst how often the first build's figures this one has in the same repetition; 1 for
   *     the first build itself
   */
  record Row(
      String build,
      String variant,
      String demand,
      Measured.Loop loop,
      Spread perSecond,
      Spread perCpuSecond,
      Spread ofCeiling,
      double wanted,
      CpuMicros cpuMicros,
      Spread p50,
      Spread p99,
      Spread p999,
      Spread max,
      long errors,
      Spread instanceMegabytes,
      Ratios toFirst) {}

  /** Processor time of an expected answer in each part, in microseconds (median). */
  record CpuMicros(double nginx, double app, double redis, double mysql, double driver) {}

  /** A build's figures by those of the first one; NaN where there is none. */
  record Ratios(Spread perCpuSecond, Spread p50, Spread p99) {}

  static Results of(
      String startedAt,
      String command,
      Machine machine,
      Plan plan,
      int repetitions,
      List<Measured> measured,
      List<String> warnings) {
    List<Row> rows =
        Stream.of(Measured.Loop.values())
            .flatMap(loop ->
                plan.variants().stream()
                    .flatMap(variant ->
                        plan.demands().stream()
                            .flatMap(demand ->
                                plan.builds().stream()
                                    .map(build ->
                                        row(plan, measured, build, variant, demand, loop)))))
            .toList();
    return new Results(
        startedAt,
        command,
        machine,
        plan,
        repetitions,
        spread(
            measured.stream().filter(one -> one.build().equals(Measured.CEILING)).toList(),
            Measurement::requestsPerCpuSecond),
        rows,
        measured,
        warnings);
  }

  private static Row row(
      Plan plan,
      List<Measured> all,
      Build build,
      Variant variant,
      Demand demand,
      Measured.Loop loop) {
    List<Measured> own = of(all, build.id(), variant.id(), demand, loop);
    List<Measured> first = of(all, plan.builds().getFirst().id(), variant.id(), demand, loop);
    List<Measured> ceiling = of(all, Measured.CEILING, "", Demand.GET, Measured.Loop.CLOSED);
    return new Row(
        build.id(),
        variant.id(),
        demand.id(),
        loop,
        spread(own, reading -> reading.figures().rate().mean()),
        spread(own, Measurement::requestsPerCpuSecond),
        ratio(own, ceiling, Measurement::requestsPerCpuSecond),
        demand.wanted(),
        new CpuMicros(
            micros(own, "nginx"),
            micros(own, "app"),
            micros(own, "redis"),
            micros(own, "mysql"),
            micros(own, Measurement.DRIVER)),
        spread(own, Results::p50),
        spread(own, Results::p99),
        spread(own, reading -> reading.figures().response().p999()),
        spread(own, reading -> reading.figures().response().max()),
        own.stream().mapToLong(one -> one.reading().figures().errors()).sum(),
        Spread.of(own.stream().mapToDouble(Measured::instanceMegabytes).toArray()),
        new Ratios(
            ratio(own, first, Measurement::requestsPerCpuSecond),
            ratio(own, first, Results::p50),
            ratio(own, first, Results::p99)));
  }

  private static double p50(Measurement reading) {
    return reading.figures().response().p50();
  }

  private static double p99(Measurement reading) {
    return reading.figures().response().p99();
  }

  private static List<Measured> of(
      List<Measured> all, String build, String variant, Demand demand, Measured.Loop loop) {
    return all.stream().filter(one -> one.isOf(build, variant, demand, loop)).toList();
  }

  private static double micros(List<Measured> runs, String part) {
    return spread(runs, reading -> 1e6 * reading.cpuSeconds(part) / reading.figures().expected())
        .median();
  }

  private static Spread spread(List<Measured> runs, ToDoubleFunction<Measurement> figure) {
    return Spread.of(
        runs.stream().mapToDouble(one -> figure.applyAsDouble(one.reading())).toArray());
  }

  /** Of two that were measured in the same repetition, as the machine is not always as fast. */
  private static Spread ratio(
      List<Measured> runs, List<Measured> by, ToDoubleFunction<Measurement> figure) {
    return Spread.of(
        runs.stream()
            .mapToDouble(one ->
                by.stream()
                    .filter(other -> other.repetition() == one.repetition())
                    .findFirst()
                    .map(other ->
                        figure.applyAsDouble(one.reading()) / figure.applyAsDouble(other.reading()))
                    .orElse(Double.NaN))
            .toArray());
  }
}
