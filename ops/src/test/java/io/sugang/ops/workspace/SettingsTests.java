package io.sugang.ops.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTests {
  private static final String SECRET = "[A-Za-z0-9]{32}";
  private static final Map<String, String> PROVIDER =
      Map.of(
          "SUGANG_OIDC_ISSUER", "https://login.example.ac.kr",
          "SUGANG_OIDC_CLIENT_ID", "sugang",
          "SUGANG_OIDC_CLIENT_SECRET", "secret",
          "SUGANG_PUBLIC_URL", "https://sugang.example.ac.kr");

  @TempDir private Path folder;

  @Test
  void aSecretHasLettersAndDigits() {
    assertThat(Settings.randomSecret()).matches(SECRET).isNotEqualTo(Settings.randomSecret());
  }

  @Test
  void aNewFileHasEverySecretAndIsClosed() throws IOException {
    Settings settings = written();

    assertThat(Settings.SECRETS).allSatisfy(name -> assertThat(settings.get(name)).matches(SECRET));
    assertThat(Settings.SECRETS.stream().map(settings::get).distinct())
        .hasSameSizeAs(Settings.SECRETS);
    assertClosed();
  }

  @Test
  void theEnvironmentGoesFirst() {
    written().keep("MYSQL_PASSWORD", "one");

    assertThat(settings(Map.of()).get("MYSQL_PASSWORD")).isEqualTo("one");
    assertThat(settings(Map.of("MYSQL_PASSWORD", "")).get("MYSQL_PASSWORD")).isEqualTo("one");
    assertThat(settings(Map.of("MYSQL_PASSWORD", "mine")).get("MYSQL_PASSWORD")).isEqualTo("mine");
    assertThat(settings(Map.of()).with(Map.of("MYSQL_PASSWORD", "other")).get("MYSQL_PASSWORD"))
        .isEqualTo("other");
  }

  @Test
  void aKeptSettingReplacesItsLine() throws IOException {
    Settings settings = written();
    assertThat(settings.get("SUGANG_SCALE", "7")).isEqualTo("7");

    settings.keep("SUGANG_SCALE", "4");
    settings.keep("SUGANG_SCALE", "5");
    settings.keep("SUGANG_UNKNOWN", "a&b\\c");
    settings.keep("MYSQL_PASSWORD", "one");

    assertThat(settings.get("SUGANG_SCALE", "7")).isEqualTo("5");
    assertThat(settings.get("SUGANG_UNKNOWN")).isEqualTo("a&b\\c");
    assertThat(settings.get("MYSQL_PASSWORD")).isEqualTo("one");
    assertThat(Files.readAllLines(file()).stream().filter(line -> line.contains("SUGANG_SCALE=")))
        .containsExactly("SUGANG_SCALE=5");
    assertClosed();
  }

  @Test
  void readsWhatDockerComposeReads() throws IOException {
    written();
    Files.writeString(
        file(),
        "QUOTED=\"a b#c\"\nSINGLE='x y'\nNOTED=z   # a note\r\nexport EXPORTED=e\nEMPTY=\nTWICE=1\nTWICE=2\n",
        StandardOpenOption.APPEND);
    Settings settings = settings(Map.of());

    assertThat(settings.get("QUOTED")).isEqualTo("a b#c");
    assertThat(settings.get("SINGLE")).isEqualTo("x y");
    assertThat(settings.get("NOTED")).isEqualTo("z");
    assertThat(settings.get("EXPORTED")).isEqualTo("e");
    assertThat(settings.get("EMPTY", "fallback")).isEqualTo("fallback");
    assertThat(settings.get("TWICE")).isEqualTo("2");
  }

  @Test
  void anOlderFileKeepsItsPasswordsAndGetsTheOthers() throws IOException {
    Files.writeString(file(), "MYSQL_PASSWORD=a\nMYSQL_ROOT_PASSWORD=b\nREDIS_PASSWORD=c\n");
    var said = new ByteArrayOutputStream();
    var out = new PrintStream(said, true, StandardCharsets.UTF_8);
    Settings settings = settings(Map.of());

    settings.provide(Console.plain(out, out));

    assertThat(List.of("MYSQL_PASSWORD", "MYSQL_ROOT_PASSWORD", "REDIS_PASSWORD"))
        .map(settings::get)
        .containsExactly("a", "b", "c");
    assertThat(
            List.of(
                "MYSQL_OWNER_PASSWORD",
                "MYSQL_READER_PASSWORD",
                "REDIS_READER_PASSWORD",
                "REDIS_ADMIN_PASSWORD"))
        .allSatisfy(name -> {
          assertThat(settings.get(name)).matches(SECRET);
          assertThat(said.toString(StandardCharsets.UTF_8)).contains(name);
        });
    assertClosed();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          SUGANG_START_SECONDS | abc   | takes a number from 1 to 86400, not 'abc'
          SUGANG_START_SECONDS | -1    | takes a number from 1 to 86400, not '-1'
          SUGANG_START_SECONDS | 1e3   | takes a number from 1 to 86400, not '1e3'
          SUGANG_SCALE         | 0     | takes a number from 1 to 20, not '0'
          SUGANG_PORT          | 80800 | takes a number from 1 to 65535, not '80800'
          SUGANG_GRAFANA_PORT  | x     | takes a number from 1 to 65535, not 'x'
          SUGANG_NGRINDER_PORT | 0     | takes a number from 1 to 65535, not '0'
          SUGANG_SEED_STUDENTS | 2000001 | takes a number from 1 to 2000000, not '2000001'
          SUGANG_SEED_CAPACITY | 99999999999 | takes a number from 1 to 10000, not '99999999999'
          SUGANG_SEAT_CONTROL  | locks | is redis or lock, not 'locks'
          SUGANG_STUDENT_CACHE | two   | is two-level or redis or none, not 'two'
          SUGANG_WARMUP        | of    | is on or off, not 'of'
          SUGANG_MANAGEMENT_HOSTS | app:8081 | takes names of hosts with commas between, without ports, not 'app:8081'
          SUGANG_RULES         | no    | is on or off, not 'no'
          SUGANG_HTTPS         | yes   | is on or off, not 'yes'
          SUGANG_FASTPATH      | true  | is on or off, not 'true'
          SUGANG_FASTPATH_IN_PLACE | true | is auto or on or off, not 'true'
          SUGANG_SEED          | 1     | is on or off, not '1'
          SUGANG_SESSION_KEY   | short | takes 32 characters or more, and has 5; without it ./sugang up writes one
          SUGANG_ACCOUNT_SECRET | a short secret of 31 characters | takes 32 characters or more, and has 31; without it ./sugang up writes one
          SUGANG_AOT_CACHE     | on    | is auto or off, not 'on'
          SUGANG_HEAP          | 512 m | takes a size such as 512m or 2g, from 64m to 999g, not '512 m'
          SUGANG_HEAP          | 512   | takes a size such as 512m or 2g, from 64m to 999g, not '512'
          SUGANG_HEAP          | 63m   | takes a size such as 512m or 2g, from 64m to 999g, not '63m'
          SUGANG_HEAP          | 65536 | takes a size such as 512m or 2g, from 64m to 999g, not '65536'
          SUGANG_HEAP          | 1000g | takes a size such as 512m or 2g, from 64m to 999g, not '1000g'
          SUGANG_HEAP          | 1G2   | takes a size such as 512m or 2g, from 64m to 999g, not '1G2'
          SUGANG_MYSQL_BUFFER_POOL | big   | takes a size such as 512m or 2g, from 5m to 999g, not 'big'
          SUGANG_MYSQL_BUFFER_POOL | 512   | takes a size such as 512m or 2g, from 5m to 999g, not '512'
          SUGANG_MYSQL_BUFFER_POOL | 4m    | takes a size such as 512m or 2g, from 5m to 999g, not '4m'
          SUGANG_MYSQL_BUFFER_POOL | 2000g | takes a size such as 512m or 2g, from 5m to 999g, not '2000g'
          SUGANG_OIDC_TIMEOUT  | 10s   | takes a time such as 4s or 500ms, from 100ms to 6s, not '10s'
          SUGANG_OIDC_TIMEOUT  | 99ms  | takes a time such as 4s or 500ms, from 100ms to 6s, not '99ms'
          SUGANG_OIDC_TIMEOUT  | 4     | takes a time such as 4s or 500ms, from 100ms to 6s, not '4'
          SUGANG_OIDC_TIMEOUT  | 6001  | takes a time such as 4s or 500ms, from 100ms to 6s, not '6001'
          SUGANG_OIDC_TIMEOUT  | 1m    | takes a time such as 4s or 500ms, from 100ms to 6s, not '1m'
          SUGANG_OIDC_TIMEOUT  | soon  | takes a time such as 4s or 500ms, from 100ms to 6s, not 'soon'
          SUGANG_OIDC_STUDENT_CLAIM | " "   | takes a name of a claim, not ' '
          SUGANG_OIDC_ROLE_CLAIM | " "   | takes a name of a claim, not ' '
          SUGANG_OIDC_STAFF_CLAIM | " "   | takes a name of a claim, not ' '
          MYSQL_SSL_MODE       | off   | is DISABLED, PREFERRED, REQUIRED, VERIFY_CA or VERIFY_IDENTITY, not 'off'
          """)
  void aWrongValueIsNamedWithWhatIsAllowed(String name, String value, String message) {
    assertThatExceptionOfType(Failure.class)
        .isThrownBy(() -> settings(Map.of(name, value)).check())
        .withMessage(name + " " + message);
  }

  @Test
  void aRequiredSignInTakesNoSecretThatIsPublic() {
    var published = Map.of("SUGANG_SESSION_KEY", "sugang-local-session-key-for-one-machine");
    settings(published).check();
    var required = new HashMap<>(published);
    required.put("SUGANG_SIGN_IN", "required");
    assertThatExceptionOfType(Failure.class)
        .isThrownBy(() -> settings(required).check())
        .withMessageStartingWith("SUGANG_SESSION_KEY is the one of docker-compose.yml");
    settings(Map.of("SUGANG_SIGN_IN", "required")).check();
  }

  @Test
  void aProviderIsSetUpWholeOrNotAtAll() {
    settings(PROVIDER).check();
    settings(Map.of("SUGANG_PUBLIC_URL", "https://sugang.example.ac.kr")).check();
    for (String name : PROVIDER.keySet()) {
      var others = new HashMap<>(PROVIDER);
      others.put(name, " ");
      assertThatExceptionOfType(Failure.class)
          .isThrownBy(() -> settings(others).check())
          .withMessage(
              "OpenID Connect needs SUGANG_OIDC_ISSUER, SUGANG_OIDC_CLIENT_ID,"
                  + " SUGANG_OIDC_CLIENT_SECRET and SUGANG_PUBLIC_URL, or none of them; missing: "
                  + name);
    }
  }

  // OidcProperties of the service refuses the same.
  @ParameterizedTest
  @CsvSource({
    "SUGANG_OIDC_ISSUER, http://login.example.ac.kr, without a query",
    "SUGANG_OIDC_ISSUER, https://login.example.ac.kr?a=b, without a query",
    "SUGANG_OIDC_ISSUER, login.example.ac.kr, without a query",
    "SUGANG_OIDC_ISSUER, https://login example, without a query",
    "SUGANG_OIDC_ISSUER, https://user@login.example.ac.kr, without a query",
    "SUGANG_PUBLIC_URL, http://sugang.example.ac.kr, without a path",
    "SUGANG_PUBLIC_URL, https://sugang.example.ac.kr/x, without a path"
  })
  void anAddressOfAProviderIsOneOfHttpsOrOfTheLoopback(String name, String value, String rule) {
    var others = new HashMap<>(PROVIDER);
    others.put(name, value);
    assertThatExceptionOfType(Failure.class)
        .isThrownBy(() -> settings(others).check())
        .withMessageStartingWith(name + " takes an address like https://")
        .withMessageEndingWith(rule + "; http is allowed for the loopback only; not '%s'", value);
    others.put(name, "http://[::1]:8080/");
    settings(others).check();
  }

  @ParameterizedTest
  @CsvSource({
    "SUGANG_HEAP, 64m",
    "SUGANG_HEAP, 2G",
    "SUGANG_HEAP, 536870912",
    "SUGANG_HEAP, 524288K",
    "SUGANG_MYSQL_BUFFER_POOL, 5M",
    "SUGANG_OIDC_TIMEOUT, 100",
    "SUGANG_OIDC_TIMEOUT, 500ms",
    "SUGANG_OIDC_TIMEOUT, 6s",
    "SUGANG_OIDC_TIMEOUT, PT4S",
    "MYSQL_SSL_MODE, verify_ca"
  })
  void anotherSpellingThatTheServiceTakesIsAllowed(String name, String value) {
    settings(Map.of(name, value)).check();
  }

  @Test
  void theUsualValuesAreAllowed() throws IOException {
    settings(Map.of()).check();
    written();
    Files.writeString(file(), Files.readString(file()).replaceAll("(?m)^#(SUGANG_[A-Z_]+=)", "$1"));
    settings(Map.of()).check();
    assertThat(settings(Map.of()).number("SUGANG_START_SECONDS")).isEqualTo(300);
  }

  @Test
  void aPortOfAnotherProgramIsCheckedToo() {
    assertThat(Settings.port(Map.of(), "MYSQL_PORT", 3306)).isEqualTo(3306);
    assertThatExceptionOfType(Failure.class)
        .isThrownBy(() -> Settings.port(Map.of("MYSQL_PORT", "tcp://db"), "MYSQL_PORT", 3306))
        .withMessage("MYSQL_PORT takes a number from 1 to 65535, not 'tcp://db'");
  }

  // The service has the usual values; Docker and the template of .env must not have others.
  @Test
  void usualValuesAreTheSameEverywhere() throws IOException {
    Path root = root();
    List<String> service = usual(root.resolve("app/src/main/resources/application.yml"), ":");
    assertThat(service).hasSize(4);
    assertThat(usual(root.resolve("docker-compose.yml"), ":-")).isEqualTo(service);

    written();

    assertThat(Files.readAllLines(file()))
        .containsAll(service.stream().map(value -> "#" + value).toList());
  }

  private static List<String> usual(Path source, String separator) throws IOException {
    Pattern value =
        Pattern.compile(
            "\\$\\{(SUGANG_(?:MYSQL_POOL|HTTP_THREADS|SEAT_CONTROL|STUDENT_CACHE))%s([^}]*)}"
                .formatted(separator));
    return value
        .matcher(Files.readString(source))
        .results()
        .map((MatchResult match) -> match.group(1) + "=" + match.group(2))
        .distinct()
        .sorted()
        .toList();
  }

  private static Path root() {
    return Path.of("..").toAbsolutePath().normalize();
  }

  private Settings written() {
    Settings settings = settings(Map.of());
    settings.writeNew();
    return settings;
  }

  private Settings settings(Map<String, String> environment) {
    return new Settings(file(), environment);
  }

  private Path file() {
    return folder.resolve(".env");
  }

  private void assertClosed() throws IOException {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
  }
}
