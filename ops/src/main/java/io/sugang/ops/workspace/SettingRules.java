package io.sugang.ops.workspace;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The values that a setting may have. Others are refused before any server starts. */
final class SettingRules {
  private static final Pattern WHOLE = Pattern.compile("[0-9]{1,9}");

  /**
   * A whole number.
   *
   * @param otherwise without the setting; may lie outside the range
   */
  private record WholeNumbers(int otherwise, int from, int to) {}

  private static final Map<String, WholeNumbers> NUMBERS =
      new TreeMap<>(
          Map.ofEntries(
              // Days that events are kept.
              Map.entry("SUGANG_AUDIT_RETENTION", new WholeNumbers(400, 1, 36_500)),
              Map.entry("SUGANG_GRAFANA_PORT", new WholeNumbers(3_000, 1, 65_535)),
              Map.entry("SUGANG_HTTP_THREADS", new WholeNumbers(32, 1, 10_000)),
              Map.entry("SUGANG_MYSQL_POOL", new WholeNumbers(10, 1, 10_000)),
              Map.entry("SUGANG_NGRINDER_PORT", new WholeNumbers(8_300, 1, 65_535)),
              Map.entry("SUGANG_PORT", new WholeNumbers(0, 1, 65_535)),
              Map.entry("SUGANG_SCALE", new WholeNumbers(3, 1, 20)),
              // SignInLimits of the service.
              Map.entry("SUGANG_SIGN_INS_PER_MINUTE", new WholeNumbers(10, 1, 6_000)),
              Map.entry("SUGANG_ADDRESS_SEARCHES", new WholeNumbers(10, 1, 999_999)),
              // Seconds until all instances have to be ready.
              Map.entry("SUGANG_START_SECONDS", new WholeNumbers(300, 1, 86_400)),
              // The limits of the seed (SeedProperties).
              Map.entry("SUGANG_SEED_STUDENTS", new WholeNumbers(5_000, 1, 2_000_000)),
              Map.entry("SUGANG_SEED_PROFESSORS", new WholeNumbers(300, 1, 100_000)),
              Map.entry("SUGANG_SEED_COURSES", new WholeNumbers(500, 1, 100_000)),
              Map.entry("SUGANG_SEED_CAPACITY", new WholeNumbers(50, 1, 10_000))));

  /**
   * Texts, with two spaces between: the name, the form of a value, and what a refusal says behind
   * the name. Claims and time limit are those of OidcProperties of the service.
   */
  private static final String TEXTS =
      """
      MYSQL_SSL_MODE            (?i)disabled|preferred|required|verify_ca|verify_identity  is DISABLED, PREFERRED, REQUIRED, VERIFY_CA or VERIFY_IDENTITY
      SUGANG_AOT_CACHE          auto|off  is auto or off
      SUGANG_API_DOCS           on|off  is on or off
      SUGANG_BACKUP             on|off  is on or off
      SUGANG_BACKUP_FOLDER      /.*  takes an absolute path
      SUGANG_FASTPATH           on|off  is on or off
      SUGANG_FASTPATH_IN_PLACE  auto|on|off  is auto or on or off
      SUGANG_HEAP               (?i)[1-9]([0-9]{8,11}|[0-9]{5,8}k|[0-9]{2,5}m|[0-9]{0,2}g)|(6[4-9]|[7-9][0-9])m  takes a size such as 512m or 2g, from 64m to 999g
      SUGANG_HTTPS              on|off  is on or off
      SUGANG_MANAGEMENT_HOSTS   [-_.A-Za-z0-9]+(,[-_.A-Za-z0-9]+)*  takes names of hosts with commas between, without ports
      SUGANG_MYSQL_BUFFER_POOL  (?i)[1-9]([0-9]{6,11}|[0-9]{3,8}k|[0-9]{1,5}m|[0-9]{0,2}g)|[5-9]m  takes a size such as 512m or 2g, from 5m to 999g
      SUGANG_OIDC_ROLE_CLAIM    .*\\S.*  takes a name of a claim
      SUGANG_OIDC_STAFF_CLAIM   .*\\S.*  takes a name of a claim
      SUGANG_OIDC_STUDENT_CLAIM  .*\\S.*  takes a name of a claim
      SUGANG_OIDC_TIMEOUT       (?i)([1-9][0-9]{2}|[1-5][0-9]{3}|6000)(ms)?|(pt)?[1-6]s  takes a time such as 4s or 500ms, from 100ms to 6s
      SUGANG_RULES              on|off  is on or off
      SUGANG_SCHEDULING         batch|other  is batch or other
      SUGANG_SEAT_CONTROL       redis|lock  is redis or lock
      SUGANG_SEED               on|off  is on or off
      SUGANG_SIGN_IN            open|required  is open or required
      SUGANG_STUDENT_CACHE      two-level|redis|none  is two-level or redis or none
      SUGANG_WARMUP             on|off  is on or off
      """;

  /** Secrets of docker-compose.yml begin like this. */
  private static final String PUBLIC_SECRET = "sugang-local";

  private static final List<String> PROVIDER =
      List.of("SUGANG_OIDC_ISSUER", "SUGANG_OIDC_CLIENT_ID", "SUGANG_OIDC_CLIENT_SECRET");

  private SettingRules() {}

  /** Throws a failure that names the first setting with another value, and what is allowed. */
  static void check(Settings settings) {
    NUMBERS.keySet().forEach(settings::number);
    for (String line : TEXTS.lines().toList()) {
      String[] text = line.split(" {2,}");
      String value = settings.get(text[0]);
      boolean allowed = value.isEmpty() || value.matches(text[1]);
      require(allowed, "%s %s, not '%s'", text[0], text[2], value);
    }
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
    requireAddress(
        settings, "SUGANG_OIDC_ISSUER", ".*", "login.example.ac.kr/realms/a, without a query");
    requireAddress(settings, "SUGANG_PUBLIC_URL", "/?", "sugang.example.ac.kr, without a path");
  }

  private static void requireAddress(Settings settings, String name, String path, String example) {
    String value = settings.get(name);
    boolean allowed = false;
    try {
      URI address = new URI(value);
      allowed =
          value.matches("(https://|http://(localhost|127[.]0[.]0[.]1|\\[::1])([:/]|$))[^?#]*")
              && address.getHost() != null
              && address.getUserInfo() == null
              && address.getPath().matches(path);
    } catch (URISyntaxException noAddress) {
      // Refused below.
    }
    require(
        allowed,
        "%s takes an address like https://%s; http is allowed for the loopback only; not '%s'",
        name,
        example,
        value);
  }

  /**
   * @param value "" without the setting
   */
  static int number(String name, String value) {
    WholeNumbers rule = NUMBERS.get(name);
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
