package io.sugang.lab.rush;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.sugang.acceptance.OwnInstance;
import io.sugang.servers.FreePort;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.Servers;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command as a person calls it, against a real instance with a small seed. */
class RushCommandIntegrationTests {
  // Every student may take every seat, also one who is on leave.
  @AutoClose
  private static final OwnInstance INSTANCE = OwnInstance.start("sugang.rules.enabled=false");

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void awaitRosters() {
    INSTANCE.awaitRosters();
  }

  @Test
  void aRushIsAnsweredAndVerifiedAndCanBeRepeated() throws IOException {
    String target = INSTANCE.baseUrl().toString();
    for (int repetition = 1; repetition <= 2; repetition++) {
      Path acks = folder.resolve("acks-" + repetition + ".jsonl");
      int status =
          run(
              environment(),
              "--target",
              target,
              "--count",
              "2000",
              "--concurrency",
              "50",
              "--acks",
              acks.toString());
      assertThat(err.toString()).isEmpty();
      assertThat(status).as(out.toString()).isZero();
      assertThat(out.toString()).contains("409 COURSE_FULL", "Every answer: " + acks, "VALID");
      assertThat(Files.readAllLines(acks))
          .filteredOn(line -> line.contains("\"type\":\"answer\""))
          .hasSize(2_000);
    }
    // What the first run won existed before the second.
    assertThat(out.toString()).contains("enrollments exist already. The same seed requests");
    assertThat(Files.readAllLines(folder.resolve("acks-2.jsonl")))
        .filteredOn(line -> line.contains("\"type\":\"before\""))
        .hasSizeGreaterThan(500);
  }

  @Test
  void aServiceThatIsNotThereCostsOneLine() {
    String target = "http://127.0.0.1:" + FreePort.find();
    assertThat(run(environment(), "--target", target)).isEqualTo(2);
    assertThat(err.toString().lines()).singleElement().asString().contains("./sugang up");
  }

  @Test
  void aServiceThatIsNotReadyCostsOneLine() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(503, -1);
          exchange.close();
        });
    server.start();
    try {
      String target = "http://127.0.0.1:" + server.getAddress().getPort();
      assertThat(run(environment(), "--target", target)).isEqualTo(2);
      assertThat(err.toString().lines())
          .singleElement()
          .asString()
          .contains("503", "./sugang status");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void withoutStudentsThereIsNothingToRun() {
    MySqlDatabase empty = Servers.mysql().newDatabase();
    Map<String, String> environment = environment();
    environment.put("MYSQL_DATABASE", empty.name());
    assertThat(run(environment, arguments())).isEqualTo(2);
    assertThat(err.toString().lines()).singleElement().asString().contains("no students");
  }

  @Test
  void aMissingPasswordIsNamed() {
    Map<String, String> environment = environment();
    environment.remove("MYSQL_PASSWORD");
    assertThat(run(environment, arguments())).isEqualTo(2);
    assertThat(err.toString()).contains("MYSQL_PASSWORD is not set");
  }

  @Test
  void aFileThatCannotBeMadeIsNamed() {
    List<String> arguments = new ArrayList<>(List.of(arguments()));
    arguments.set(arguments.indexOf("--acks") + 1, "/proc/no/such/acks.jsonl");
    assertThat(run(environment(), arguments.toArray(String[]::new))).isEqualTo(2);
    assertThat(err.toString()).contains("/proc/no");
  }

  @ParameterizedTest
  @CsvSource({
    "--count, 0",
    "--count, many",
    "--concurrency, 0",
    "--concurrency, 20001",
    "--rate, 0",
    "--rate, -1",
    "--rate, NaN",
    "--timeout, 0",
    "--students, 0",
    "--courses, -5",
    "--target, ftp://127.0.0.1",
    "--target, 127.0.0.1:8080",
    "--unknown, 1"
  })
  void wrongOptionsAreRefusedBeforeAnythingIsSent(String option, String value) {
    assertThat(run(environment(), option, value)).isEqualTo(2);
    assertThat(err.toString()).contains(option);
  }

  private String[] arguments() {
    return new String[] {
      "--target", INSTANCE.baseUrl().toString(),
      "--acks", folder.resolve("acks.jsonl").toString(),
      "--count", "10"
    };
  }

  private int run(Map<String, String> environment, String... arguments) {
    return RushCommand.commandLine(environment)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  private static Map<String, String> environment() {
    Map<String, String> environment = INSTANCE.readerSettings();
    environment.put("SUGANG_RULES", "off");
    return environment;
  }
}
