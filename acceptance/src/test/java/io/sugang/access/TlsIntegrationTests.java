package io.sugang.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sugang.http.Api;
import io.sugang.servers.Certificates;
import io.sugang.servers.InstanceProcess;
import io.sugang.servers.InstanceProcess.Program;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.MySqlServer;
import io.sugang.servers.RedisServer;
import io.sugang.servers.Servers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Everything that connects, to a MySQL and a Redis that speak nothing but TLS. */
@Tag("extended")
class TlsIntegrationTests {
  private static final String VERIFIER = "io.sugang.verifier.VerifierCommand";

  @TempDir static Path folder = Path.of("");

  private static MySqlServer mysql;
  private static RedisServer redis;
  private static MySqlDatabase database;
  private static Certificates certificates;
  private static int redisPort;

  /** What a command printed and returned. */
  private record Run(int exitStatus, String output) {}

  @BeforeAll
  static void servers() throws Exception {
    assumeTrue(Servers.areLocal(), "servers in containers cannot read the certificates");
    mysql = Servers.privateMySql();
    redis = Servers.privateRedis();
    database = mysql.newDatabase();
    certificates = Certificates.in(folder);
    mysql.requireTls(certificates);
    redisPort = redis.requireTls(certificates);
  }

  @AfterAll
  static void close() {
    if (redis != null) {
      redis.close();
      mysql.close();
    }
  }

  @Test
  void serviceRushAndVerifierWorkThroughTls() throws Exception {
    // The service has no trust store of its own: the JVM's counts.
    try (var instance =
        new InstanceProcess(
            new Program(trust(), List.of()),
            database,
            redis,
            "MYSQL_SSL_MODE=VERIFY_IDENTITY",
            "REDIS_TLS=on",
            "REDIS_PORT=" + redisPort)) {
      instance.awaitReady();
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> run(Map.of(), true, VERIFIER).exitStatus() == 0);
      assertThat(new Api(instance.port()).get("/api/students/1").statusCode()).isEqualTo(200);

      var rush =
          run(
              Map.of(),
              true,
              "io.sugang.lab.rush.RushCommand",
              "--target",
              instance.baseUrl().toString(),
              "--acks",
              folder.resolve("acks.jsonl").toString(),
              "--count",
              "300",
              "--concurrency",
              "20");
      assertThat(rush.output()).contains("VALID").contains("redis-roster");
      assertThat(rush.exitStatus()).isZero();
    }
  }

  @Test
  void withoutTlsNobodyIsLetIn() {
    assertThatThrownBy(() ->
            DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password()))
        .hasMessageContaining("insecure transport");
    var verified =
        run(
            Map.of("MYSQL_SSL_MODE", "DISABLED", "REDIS_TLS", "off"),
            true,
            VERIFIER,
            "--timeout",
            "1s");
    assertThat(verified.exitStatus()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "MYSQL_HOST, MySQL cannot be reached at localhost",
    "REDIS_HOST, Redis cannot be reached at localhost"
  })
  void aServerWithACertificateForAnotherNameIsNotBelieved(String host, String message) {
    var verified = run(Map.of(host, "localhost"), true, VERIFIER, "--timeout", "1s");
    assertThat(verified.exitStatus()).as(verified.output()).isEqualTo(2);
    assertThat(verified.output()).contains(message).containsPattern("(?i)identity|name matching");
  }

  @Test
  void aServerThatIsNotTrustedIsNotBelieved() {
    var verified = run(Map.of(), false, VERIFIER, "--timeout", "1s");
    assertThat(verified.exitStatus()).as(verified.output()).isEqualTo(2);
    assertThat(verified.output())
        .contains("MySQL cannot be reached")
        .contains("Redis cannot be reached");
  }

  /** Options of a JVM that trusts the certificates. */
  private static List<String> trust() {
    return List.of(
        "-Djavax.net.ssl.trustStore=" + certificates.trustStore(),
        "-Djavax.net.ssl.trustStorePassword=" + Certificates.PASSWORD);
  }

  /** In a JVM of its own, as ./sugang does it. */
  private static Run run(
      Map<String, String> others, boolean trusting, String command, String... arguments) {
    var environment = new HashMap<String, String>();
    environment.put("SUGANG_RULES", "off");
    environment.put("MYSQL_HOST", mysql.host());
    environment.put("MYSQL_PORT", Integer.toString(mysql.port()));
    environment.put("MYSQL_DATABASE", database.name());
    environment.put("MYSQL_USER", database.reader());
    environment.put("MYSQL_PASSWORD", database.password());
    environment.put("MYSQL_SSL_MODE", "VERIFY_IDENTITY");
    environment.put("REDIS_HOST", redis.host());
    environment.put("REDIS_PORT", Integer.toString(redisPort));
    environment.put("REDIS_USER", redis.reader());
    environment.put("REDIS_PASSWORD", redis.password());
    environment.put("REDIS_TLS", "on");
    environment.putAll(others);
    var words = new ArrayList<String>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (trusting) {
      words.addAll(trust());
    }
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), command));
    words.addAll(List.of(arguments));
    try {
      var builder = new ProcessBuilder(words).redirectErrorStream(true);
      builder.environment().putAll(environment);
      var process = builder.start();
      var output = new String(process.getInputStream().readAllBytes(), UTF_8);
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      return new Run(process.exitValue(), output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
