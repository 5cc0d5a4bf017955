package io.sugang.tools.workspace;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The values that a setting may have. Others are refused before any server starts. */
final class SettingRules {
  private static final Pattern WHOLE = Pattern.compile("[0-9]{1,9}");
  private static final Pattern HOSTS = Pattern.compile("[-_.A-Za-z0-9]+(,[-_.A-Za-z0-9]+)*");
  private static final Pattern SIZE = Pattern.compile("[0-9]{1,15}[kKmMgG]?");

  /**
   * A whole number.
   *
   * @param otherwise without the setting; may lie outside the range
   */
  private record Numbers(int otherwise, int from, int to) {}

  private static final Map<String, Numbers> NUMBERS =
      new TreeMap<>(
          Map.ofEntries(
              // Days that events are kept.
              Map.entry("SUGANG_AUDIT_RETENTION", new Numbers(400, 1, 36_500)),
              Map.entry("SUGANG_GRAFANA_PORT", new Numbers(3_000, 1, 65_535)),
              Map.entry("SUGANG_HTTP_THREADS", new Numbers(32, 1, 10_000)),
              Map.entry("SUGANG_MYSQL_POOL", new Numbers(10, 1, 10_000)),
              Map.entry("SUGANG_NGRINDER_PORT", new Numbers(8_300, 1, 65_535)),
              Map.entry("SUGANG_PORT", new Numbers(0, 1, 65_535)),
              Map.entry("SUGANG_SCALE", new Numbers(3, 1, 20)),
              // SignInLimits of the service.
              Map.entry("SUGANG_SIGN_INS_PER_MINUTE", new Numbers(10, 1, 6_000)),
              Map.entry("SUGANG_ADDRESS_SEARCHES", new Numbers(10, 1, 999_999)),
              // Seconds until all instances have to be ready.
              Map.entry("SUGANG_START_SECONDS", new Numbers(300, 1, 86_400)),
              // The limits of the seed (SeedProperties).
              Map.entry("SUGANG_SEED_STUDENTS", new Numbers(5_000, 1, 2_000_000)),
              Map.entry("SUGANG_SEED_PROFESSORS", new Numbers(300, 1, 100_000)),
              Map.entry("SUGANG_SEED_COURSES", new Numbers(500, 1, 100_000)),
              Map.entry("SUGANG_SEED_CAPACITY", new Numbers(50, 1, 10_000))));

  private static final List<String> ON_OFF = List.of("on", "off");

  private static final Map<String, List<String>> CHOICES =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("SUGANG_API_DOCS", ON_OFF),
              Map.entry("SUGANG_AOT_CACHE", List.of("auto", "off")),
              Map.entry("SUGANG_FASTPATH", ON_OFF),
              Map.entry("SUGANG_HTTPS", ON_OFF),
              Map.entry("SUGANG_RULES", ON_OFF),
              Map.entry("SUGANG_SCHEDULING", List.of("batch", "other")),
              Map.entry("SUGANG_SEAT_CONTROL", List.of("redis", "lock")),
              Map.entry("SUGANG_SEED", ON_OFF),
              Map.entry("SUGANG_SIGN_IN", List.of("open", "required")),
              Map.entry("SUGANG_STUDENT_CACHE", List.of("two-level", "redis", "none")),
              Map.entry("SUGANG_WARMUP", ON_OFF)));

  /** Secrets of docker-compose.yml begin like this. */
  private static final String PUBLIC_SECRET = "sugang-local";

  private static final List<String> SIZES = List.of("SUGANG_HEAP", "SUGANG_MYSQL_BUFFER_POOL");

  private static final List<String> PROVIDER =
      List.of("SUGANG_OIDC_ISSUER", "SUGANG_OIDC_CLIENT_ID", "SUGANG_OIDC_CLIENT_SECRET");

  private SettingRules() {}

  /** Throws a failure that names the first setting with another value, and what is allowed. */
  static void check(Settings settings) {
    NUMBERS.keySet().forEach(settings::number);
    CHOICES.forEach((name, allowed) -> {
      String value = settings.get(name);
      require(
          value.isEmpty() || allowed.contains(value),
          "%s is %s, not '%s'",
          name,
          String.join(" or ", allowed),
          value);
    });
    for (String name : SIZES) {
      String value = settings.get(name);
      require(
          value.isEmpty() || SIZE.matcher(value).matches(),
          "%s takes a size such as 512m or 2g, not '%s'",
          name,
          value);
    }
    String hosts = settings.get("SUGANG_MANAGEMENT_HOSTS");
    require(
        hosts.isEmpty() || HOSTS.matcher(hosts).matches(),
        "SUGANG_MANAGEMENT_HOSTS takes names of hosts with commas between, without ports, not '%s'",
        hosts);
    checkSecrets(settings);
    checkProvider(settings);
  }

  // An instance would refuse to start (SignInProperties), after those that ran were stopped. A
  // secret that is missing is written.
  private static void checkSecrets(Settings settings) {
    for (String name :
        List.of("SUGANG_SESSION_KEY", "SUGANG_SESSION_KEY_PREVIOUS", "SUGANG_ACCOUNT_SECRET")) {
      String value = settings.get(name);
      require(
          value.isEmpty() || value.length() >= Settings.SECRET_LENGTH,
          "%s takes %d characters or more, and has %d; without it ./sugang up writes one",
          name,
          Settings.SECRET_LENGTH,
          value.length());
      require(
          !value.startsWith(PUBLIC_SECRET) || !settings.get("SUGANG_SIGN_IN").equals("required"),
          "%s is the one of docker-compose.yml, which is public; SUGANG_SIGN_IN=required takes one of your own. Without it ./sugang up writes one",
          name);
    }
  }

  // An instance would refuse to start, with the same words in its log.
  private static void checkProvider(Settings settings) {
    if (PROVIDER.stream().allMatch(name -> settings.get(name).isBlank())) {
      return;
    }
    List<String> missing =
        Stream.concat(PROVIDER.stream(), Stream.of("SUGANG_PUBLIC_URL"))
            .filter(name -> settings.get(name).isBlank())
            .toList();
    require(
        missing.isEmpty(),
        "OpenID Connect needs %s and SUGANG_PUBLIC_URL, or none of them; missing: %s",
        String.join(", ", PROVIDER),
        String.join(", ", missing));
  }

  /**
   * @param value "" without the setting
   */
  static int number(String name, String value) {
    Numbers rule = NUMBERS.get(name);
    if (rule == null) {
      throw new IllegalArgumentException(name + " is no setting of a number");
    }
    return value.isEmpty() ? rule.otherwise() : number(name, value, rule.from(), rule.to());
  }

  static int number(String name, String value, int from, int to) {
    int number = WHOLE.matcher(value).matches() ? Integer.parseInt(value) : -1;
    require(
        from <= number && number <= to,
        "%s takes a number from %d to %d, not '%s'",
        name,
        from,
        to,
        value);
    return number;
  }

  private static void require(boolean allowed, String message, Object... arguments) {
    if (!allowed) {
      throw new Failure(message.formatted(arguments));
    }
  }
}
