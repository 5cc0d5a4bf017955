package io.sugang.lab.bench;

import io.sugang.lab.control.TestbedAccess.Comparison;
import io.sugang.ops.workspace.Job;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Checks the arguments of {@code ./sugang bench} before anything is built or started. */
final class BenchArguments {
  private static final List<String> SEATS = List.of("redis", "lock");
  private static final List<String> CACHES = List.of("two-level", "redis", "none");

  private static final List<String> SETTINGS_OF_LOADS = List.of("SUGANG_SIGN_IN", "SUGANG_RULES");
  private static final Pattern SETTING = Pattern.compile("[A-Z][A-Z0-9_]*=\\P{Cntrl}*");
  private static final Pattern OF_THE_TESTBED =
      Pattern.compile(
          "PATH|JAVA_HOME|SUGANG_SEED.*|MYSQL_.*|REDIS_.*|SERVER_PORT|SERVER_ADDRESS|MANAGEMENT_SERVER_.*");
  private static final Set<String> OF_VARIANTS =
      Set.of("SUGANG_SEAT_CONTROL", "SUGANG_STUDENT_CACHE");
  private static final Pattern CORES =
      Pattern.compile("[0-9]{1,4}(-[0-9]{1,4})?(,[0-9]{1,4}(-[0-9]{1,4})?)*");
  private static final Pattern CONNECTIONS =
      Pattern.compile("[1-9][0-9]{0,3}(,[1-9][0-9]{0,3}){0,3}");

  // More, and NGINX refuses what is beyond its limit_conn.
  private static final int MOST_CONNECTIONS = 4_000;
  private static final Pattern SCALES = Pattern.compile("[1-8](,[1-8])*");
  private static final Pattern LOOPS = Pattern.compile("(closed|open)(,(closed|open)){0,3}");
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=,+-]*");

  private BenchArguments() {}

  private static ParameterException wrong(CommandSpec spec, String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /** Returns the numbers of instances of a list like {@code 1,3}. */
  static List<Integer> scales(CommandSpec spec, String list) {
    if (!SCALES.matcher(list).matches()) {
      throw wrong(spec, "--scale takes numbers from 1 to 8 like 1,3, not '%s'".formatted(list));
    }
    return Stream.of(list.split(",")).map(Integer::valueOf).distinct().toList();
  }

  /** Returns the numbers of connections of a list like {@code 64,512}. */
  static List<Integer> connections(CommandSpec spec, String list) {
    if (!CONNECTIONS.matcher(list).matches()
        || Stream.of(list.split(","))
            .anyMatch(number -> Integer.parseInt(number) > MOST_CONNECTIONS)) {
      throw wrong(
          spec,
          "--connections takes up to four numbers from 1 to %d like 64,512, not '%s'"
              .formatted(MOST_CONNECTIONS, list));
    }
    return Stream.of(list.split(",")).map(Integer::valueOf).distinct().toList();
  }

  /** Returns all ways to run the service: each seat control with each cache. */
  private static List<String> all() {
    return SEATS.stream()
        .flatMap(seats -> CACHES.stream().map(cache -> seats + "/" + cache))
        .toList();
  }

  /**
   * Returns the variants of a list, or all; each on each number of instances where it has no own.
   */
  static List<Variant> variants(CommandSpec spec, String text, List<Integer> scales) {
    List<String> names =
        text.equals("all")
            ? all()
            : Stream.of(text.split(",")).filter(name -> !name.isBlank()).toList();
    if (names.isEmpty()) {
      throw wrong(spec, "--variants needs one");
    }
    return names.stream()
        .distinct()
        .flatMap(name -> {
          Variant variant = Variant.parse(name);
          if (variant == null) {
            throw wrong(
                spec, "there is no variant '%s': %s".formatted(name, String.join(" ", all())));
          }
          if (variant.instances() > 0) {
            return Stream.of(variant);
          }
          return scales.size() == 1
              ? Stream.of(variant.of(scales.getFirst()))
              : scales.stream().map(variant::scaled);
        })
        .toList();
  }

  /** Returns the loops of a list like {@code closed,open}. */
  static List<Loop> loops(CommandSpec spec, String list) {
    if (!LOOPS.matcher(list).matches()) {
      throw wrong(spec, "--loops takes a list of closed and open, not '%s'".formatted(list));
    }
    return Stream.of(list.split(","))
        .map(loop -> Loop.valueOf(loop.toUpperCase(Locale.ROOT)))
        .toList();
  }

  static Preset preset(CommandSpec spec, String name) {
    return Stream.of(Preset.values())
        .filter(preset -> preset.id().equals(name))
        .findFirst()
        .orElseThrow(() ->
            wrong(
                spec,
                "there is no preset '%s': %s"
                    .formatted(
                        name,
                        Stream.of(Preset.values())
                            .map(Preset::id)
                            .collect(Collectors.joining(" ")))));
  }

  /** Checks each setting, and that a plain Go service is compared with one variant. */
  static void checkComparison(CommandSpec spec, Comparison comparison, int variants) {
    comparison.settings().forEach(setting -> checkSetting(spec, setting));
    String against = comparison.against();
    if (against == null) {
      return;
    }
    if (against.equals(Comparison.PLAIN_GO) && variants != 1) {
      throw wrong(spec, "--against plain-go takes one variant, because that service has only one");
    }
  }

  // Refuses what the testbed needs for itself.
  private static void checkSetting(CommandSpec spec, String setting) {
    if (!SETTING.matcher(setting).matches()) {
      throw wrong(spec, "--set takes NAME=VALUE, not '%s'".formatted(setting));
    }
    String name = setting.substring(0, setting.indexOf('='));
    if (OF_VARIANTS.contains(name)) {
      throw wrong(spec, name + " is set by --variants");
    }
    if (!name.equals("MYSQL_SSL_MODE") && OF_THE_TESTBED.matcher(name).matches()) {
      throw wrong(spec, name + " belongs to the stack that is measured");
    }
  }

  /**
   * Checks that each core that is named is there and free to use; fewer cores than reported would
   * be measured otherwise.
   */
  static void checkCores(CommandSpec spec, String cpus) {
    if (cpus.isEmpty()) {
      return;
    }
    if (!CORES.matcher(cpus).matches()) {
      throw wrong(spec, "--cpus takes cores like 0,1 or 0-1, not '%s'".formatted(cpus));
    }
    if (!Job.onPath("taskset")) {
      throw wrong(spec, "--cpus needs taskset (util-linux)");
    }
    int count = 0;
    for (String range : cpus.split(",")) {
      int first = Integer.parseInt(range.replaceFirst("-.*", ""));
      int last = Integer.parseInt(range.replaceFirst(".*-", ""));
      if (last < first) {
        throw wrong(spec, "--cpus: the range %s has no cores".formatted(range));
      }
      count += last - first + 1;
    }
    Job.Result usable = Job.of("taskset", "-c", cpus, "nproc").runQuietly();
    String there = usable.succeeded() ? usable.output().strip() : "0";
    if (!there.equals(Integer.toString(count))) {
      throw wrong(
          spec, "--cpus %s: %s of these %d cores can be used".formatted(cpus, there, count));
    }
  }

  /** Returns the command line with the settings that change the loads, to repeat it. */
  static String again(CommandSpec spec, Map<String, String> environment) {
    List<String> all = spec.commandLine().getParseResult().originalArgs();
    return again(all.subList(all.indexOf(spec.name()) + 1, all.size()), environment);
  }

  static String again(List<String> arguments, Map<String, String> environment) {
    return Stream.of(
            SETTINGS_OF_LOADS.stream()
                .filter(environment::containsKey)
                .map(name -> name + "=" + quoted(environment.getOrDefault(name, ""))),
            Stream.of("./sugang bench"),
            arguments.stream().map(BenchArguments::quoted))
        .flatMap(words -> words)
        .collect(Collectors.joining(" "));
  }

  private static String quoted(String argument) {
    return PLAIN.matcher(argument).matches()
        ? argument
        : "'" + argument.replace("'", "'\\''") + "'";
  }
}
