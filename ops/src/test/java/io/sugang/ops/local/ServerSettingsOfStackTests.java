package io.sugang.ops.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sugang.ops.build.Jdk;
import io.sugang.ops.build.ServiceJar;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Job;
import io.sugang.ops.workspace.Settings;
import io.sugang.ops.workspace.Workspace;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the servers and the instances of a stack get from .env and from the repository's files. */
class ServerSettingsOfStackTests {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern SERVICE_SETTING = Pattern.compile("\\$\\{(SUGANG_[A-Z_]*)");

  @TempDir private Path folder;

  @Test
  void everyAccountOfMysqlHasItsOwnPassword() {
    String sql = new MysqlServer(stack(secrets())).accountsSql();

    assertThat(sql)
        .contains(
            "sugang@'%' IDENTIFIED BY 'of MYSQL_PASSWORD, with '' and \\\\ and &'",
            "sugang_owner@'%' IDENTIFIED BY 'of MYSQL_OWNER_PASSWORD, ",
            "sugang_reader@'%' IDENTIFIED BY 'of MYSQL_READER_PASSWORD, ",
            "'root'@'localhost' IDENTIFIED BY 'of MYSQL_ROOT_PASSWORD, ");
    long created = count(sql, "(?m)^CREATE USER IF NOT EXISTS \\S+");
    assertThat(count(sql, "CREATE USER .* ACCOUNT LOCK;")).isEqualTo(created);
    assertThat(count(sql, "ALTER USER .* ACCOUNT UNLOCK;")).isEqualTo(created);
  }

  // mysql/start and redis/start give the containers the same accounts.
  @Test
  void containersHaveTheSameAccounts() {
    LocalContext stack = stack(secrets());
    Settings settings = stack.settings();
    String mysql =
        Job.of(
                "bash",
                "-c",
                "source \"$0\" && accounts_sql \"$@\"",
                ROOT.resolve("mysql/accounts.sh").toString(),
                ROOT.resolve("mysql/accounts.sql").toString(),
                settings.get("MYSQL_PASSWORD"),
                settings.get("MYSQL_OWNER_PASSWORD"),
                settings.get("MYSQL_READER_PASSWORD"),
                settings.get("MYSQL_ROOT_PASSWORD"))
            .run()
            .output();
    String redis =
        Job.of(
                "bash",
                "-c",
                "source \"$0\" && redis_users \"$@\"",
                ROOT.resolve("redis/users.sh").toString(),
                ROOT.resolve("redis/users.acl").toString(),
                settings.get("REDIS_PASSWORD"),
                settings.get("REDIS_READER_PASSWORD"),
                settings.get("REDIS_ADMIN_PASSWORD"))
            .run()
            .output();

    assertThat(new MysqlServer(stack).accountsSql()).isEqualTo(mysql);
    assertThat(new RedisServer(stack).users()).isEqualTo(redis);
  }

  @Test
  void usersOfRedisAreKnownByHashesAlone() throws NoSuchAlgorithmException {
    LocalContext stack = stack(secrets());
    String users = new RedisServer(stack).users();

    assertThat(users)
        .contains(
            "user sugang on #" + sha256(stack.settings().get("REDIS_PASSWORD")) + " ",
            "\nuser default off\n")
        .doesNotContain("of REDIS");
    assertThat(count(users, "(?m)^user.*\\{REDIS_")).isZero();
  }

  private static String sha256(String text) throws NoSuchAlgorithmException {
    return HexFormat.of()
        .formatHex(
            MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  static List<String> serviceSettings() throws IOException {
    return SERVICE_SETTING
        .matcher(Files.readString(ROOT.resolve("app/src/main/resources/application.yml")))
        .results()
        .map((MatchResult match) -> match.group(1))
        .distinct()
        .sorted()
        .toList();
  }

  @ParameterizedTest
  @MethodSource("serviceSettings")
  void aSettingOfTheServiceReachesInstances(String name) throws IOException {
    assertThat(serviceSettings()).contains("SUGANG_HTTP_THREADS", "SUGANG_MYSQL_POOL");
    LocalContext without = stack(Map.of());
    LocalContext with = stack(Map.of(name, "77"));
    var service = new ServiceJar("0", folder);
    Jdk jdk = Jdk.current();

    assertThat(InstanceSettings.of(with)).containsEntry(name, "77");
    assertThat(new Instances(with).version(service, jdk))
        .as("another value restarts instances")
        .isNotEqualTo(new Instances(without).version(service, jdk));
    assertThat(Files.readString(ROOT.resolve("docker-compose.yml")))
        .containsPattern("(?m)^ *" + name + ": \\$\\{" + name + ":-");
  }

  @Test
  void toolsOnlyRead() {
    assertThat(InstanceSettings.ofTools(stack(secrets())))
        .containsEntry("MYSQL_USER", "sugang_reader")
        .containsEntry("REDIS_USER", "sugang_reader")
        .doesNotContainKeys("MYSQL_OWNER_USER", "MYSQL_OWNER_PASSWORD");
    assertThat(InstanceSettings.ofTools(stack(Map.of("SUGANG_OIDC_CLIENT_SECRET", "secret"))))
        .doesNotContainKey("SUGANG_OIDC_CLIENT_SECRET");
  }

  // The JVM ends at once when its options name two collectors, and the service always names one.
  @ParameterizedTest
  @CsvSource({
    "-XX:+UseG1GC, Multiple garbage collectors selected",
    "-XX:+Typo, Unrecognized VM option 'Typo'",
    "-Xms2g, Initial heap size set to a larger value than the maximum heap size",
    "typo, Could not find or load main class typo"
  })
  void optionsWithWhichNoJvmStartsAreRefusedBeforeAnythingStarts(String options, String message) {
    // In a folder without a server or a source.
    var up = new LocalStack(stack(folder, Map.of("SUGANG_JAVA_OPTIONS", options)));
    assertThatExceptionOfType(Failure.class)
        .isThrownBy(() -> up.up(new LocalStack.UpRequest(1, 0, false)))
        .withMessageContaining("SUGANG_JAVA_OPTIONS")
        .withMessageContaining(message);
  }

  // A debugger is not awaited, and a port of a running instance is not taken.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "-XX:-UseSerialGC -XX:+UseG1GC",
        "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y",
        " "
      })
  void optionsWithWhichAJvmStartsAreAllowed(String options) {
    InstanceSettings.checkJvmOptions(
        stack(Map.of("SUGANG_JAVA_OPTIONS", options)).settings(), Jdk.current());
  }

  @Test
  void containersAndInstancesHaveTheSameJvmOptions() throws IOException {
    List<String> options = InstanceSettings.jvmOptions(stack(Map.of()).settings());
    String dockerfile = Files.readString(ROOT.resolve("app/Dockerfile"));
    String start = line(dockerfile, "CMD ");
    String compose = Files.readString(ROOT.resolve("docker-compose.yml"));
    String command = compose.substring(compose.indexOf("command: [\"-Xms"));
    for (String option : List.of("-XX:+UseSerialGC", "-XX:SweeperThreshold=100")) {
      assertThat(options).contains(option);
      assertThat(start).contains(option);
      assertThat(command.substring(0, command.indexOf(']'))).contains(option);
    }
    int recording = dockerfile.indexOf("RUN MYSQL_PASSWORD");
    assertThat(dockerfile.substring(recording, dockerfile.indexOf("\nUSER", recording)))
        .contains("-XX:+UseSerialGC");
    assertThat(
            Stream.of(String.join(" ", options), start)
                .flatMap(text -> Pattern.compile("XX:[+]Use\\w+GC").matcher(text).results())
                .map(MatchResult::group)
                .distinct())
        .containsExactly("XX:+UseSerialGC");
  }

  @Test
  void aRateLimitIsCheckedBeforeAnythingStarts() {
    LocalContext stack = stack(Map.of("SUGANG_RATE_LIMIT", "often"));
    assertThatExceptionOfType(Failure.class)
        .isThrownBy(() -> NginxServer.rateLimit(stack.workspace(), stack.settings()))
        .withMessageContaining("allowed: off, or 1 to 999999");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          SUGANG_RATE_LIMIT        | 0                   | allowed: off, or 1 to 999999
          SUGANG_TOKEN_LIMIT       | many                | allowed: off, or 1 to 999999
          SUGANG_TOKEN_LIMIT       | 1000000             | allowed: off, or 1 to 999999
          SUGANG_RATE_LIMIT_EXEMPT | 10.0.0.0/33         | has "10.0.0.0/33"; allowed: none, or addresses
          SUGANG_RATE_LIMIT_EXEMPT | 127.0.0.1 256.0.0.1 | has "256.0.0.1"
          SUGANG_RATE_LIMIT_EXEMPT | abc                 | has "abc"
          SUGANG_TRUSTED_PROXY     | proxy.example       | has "proxy.example"; allowed: addresses of proxies
          SUGANG_TRUSTED_PROXY     | 10.0.0.1,10.0.0.2   | has "10.0.0.1,10.0.0.2"
          SUGANG_TRUSTED_PROXY     | 0.0.0.0/0           | has "0.0.0.0/0"
          SUGANG_TRUSTED_PROXY     | 2001:db8::/129      | has "2001:db8::/129"
          SUGANG_TRUSTED_PROXY     | 1:2:3:4:5:6:7:8:9   | has "1:2:3:4:5:6:7:8:9"
          SUGANG_HTTPS             | yes                 | allowed: on or off
          SUGANG_HOSTS             | a.example:8080      | has "a.example:8080"; allowed: names and addresses without a port
          SUGANG_HOSTS             | *.example           | has "*.example"
          SUGANG_HOSTS             | a.example;          | has "a.example;"
          SUGANG_HOSTS             | 2001:db8::1         | has "2001:db8::1"
          SUGANG_PUBLIC_URL        | sugang.example      | allowed: an address like https://
          SUGANG_PUBLIC_URL        | https://a.example/x | allowed: an address like https://
          SUGANG_BIND              | 10.0.0.1            | SUGANG_BIND is 127.0.0.1 or 0.0.0.0
          """)
  void aSettingOfNginxIsCheckedBeforeAnythingStarts(String name, String value, String message) {
    LocalContext stack = stack(Map.of(name, value));
    assertThatExceptionOfType(Failure.class)
        .isThrownBy(() -> NginxServer.check(stack.workspace(), stack.settings()))
        .withMessageContaining(name)
        .withMessageContaining(message);
  }

  @Test
  void whatIsAllowedOfTheSettingsOfNginxPasses() {
    LocalContext stack =
        stack(
            Map.of(
                "SUGANG_RATE_LIMIT", "off",
                "SUGANG_TOKEN_LIMIT", "999999",
                "SUGANG_TRUSTED_PROXY", "10.0.0.1 192.168.0.0/16 2001:db8::/32 ::1",
                "SUGANG_HTTPS", "on",
                "SUGANG_HOSTS", "localhost my_host sugang.example. [2001:db8::1] 10.0.0.9",
                "SUGANG_PUBLIC_URL", "https://[::1]:8443/"));
    NginxServer.check(stack.workspace(), stack.settings());
  }

  @Test
  void upWarnsWhereMostWantSomethingElse() {
    assertThat(NginxServer.warnings(stack(Map.of()).settings())).isEmpty();
    assertThat(NginxServer.warnings(stack(Map.of("SUGANG_HTTPS", "on")).settings()))
        .hasSize(2)
        .anyMatch(warning -> warning.contains("SUGANG_TRUSTED_PROXY"))
        .anyMatch(warning -> warning.contains("421"));
    assertThat(NginxServer.warnings(stack(Map.of("SUGANG_BIND", "0.0.0.0")).settings()))
        .singleElement()
        .satisfies(warning -> assertThat(warning).contains("SUGANG_HOSTS"));
    assertThat(
            NginxServer.warnings(
                stack(
                        Map.of(
                            "SUGANG_HTTPS", "on",
                            "SUGANG_BIND", "0.0.0.0",
                            "SUGANG_TRUSTED_PROXY", "10.0.0.1",
                            "SUGANG_PUBLIC_URL", "https://sugang.example"))
                    .settings()))
        .isEmpty();
  }

  @Test
  void nginxKnowsEachInstanceTwice() throws IOException {
    LocalContext stack = stack(Map.of());
    stack.state().keep("PORT_app-1", "18081");
    stack.state().keep("PORT_NGINX", "8080");

    new NginxServer(stack).writeSettings(List.of("app-1"));

    assertThat(stack.file("nginx/conf/site/upstream.conf"))
        .hasContent(
            "server 127.0.0.1:18081 max_conns=400 max_fails=3 fail_timeout=1s;\nserver 127.0.0.1:18081 backup max_fails=0;");
    assertThat(stack.file("nginx/conf/site/listen.conf"))
        .hasContent("listen 127.0.0.1:8080 backlog=4096;");
    assertThat(Files.readString(stack.file("nginx/conf/site/rate-limit.conf")))
        .contains("127.0.0.0/8 0;", "rate=200r/s");
    assertThat(Files.readString(stack.file("nginx/conf/site/hosts.conf")))
        .contains("localhost|127[.]0[.]0[.]1");
  }

  private static String line(String text, String begin) {
    return text.lines().filter(line -> line.startsWith(begin)).findFirst().orElseThrow();
  }

  private static long count(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results().count();
  }

  private static Map<String, String> secrets() {
    var secrets = new java.util.HashMap<String, String>();
    Settings.SECRETS.forEach(
        name -> secrets.put(name, "of %s, with ' and \\ and &".formatted(name)));
    return secrets;
  }

  private LocalContext stack(Map<String, String> settings) {
    return stack(ROOT, settings);
  }

  private LocalContext stack(Path root, Map<String, String> settings) {
    var nowhere = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    return LocalContext.of(
        new Workspace(root, Map.of()),
        folder.resolve("stack"),
        new Settings(folder.resolve(".env"), settings),
        Console.plain(nowhere, nowhere),
        0);
  }
}
