package io.sugang.lab.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sugang.ops.local.LocalContext;
import io.sugang.ops.local.NginxServer;
import io.sugang.ops.local.Ports;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Job;
import io.sugang.ops.workspace.Settings;
import io.sugang.ops.workspace.Workspace;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The proxy baseline with a real NGINX. */
class ProxyBaselineIntegrationTests {
  // Below the ports that outgoing connections get: one of those may hold any port at any time.
  private static final int PORT_STEP = 8_000;

  @TempDir private Path folder;

  private LocalContext context;
  private ProxyBaseline baseline;

  @BeforeEach
  void stack() {
    var nothing = new PrintStream(OutputStream.nullOutputStream());
    Console console = Console.plain(nothing, nothing);
    context =
        LocalContext.of(
            new Workspace(Path.of(".."), Map.of()),
            folder.resolve("a testbed"),
            new Settings(folder.resolve(".env"), Map.of()),
            console,
            PORT_STEP);
    baseline = new ProxyBaseline(context);
    assumeTrue(context.programs().nginxThere(), "NGINX is neither fetched nor on PATH");
  }

  @AfterEach
  void stop() {
    baseline.stop();
  }

  @Test
  void itPassesRequestsOnOverKeptConnectionsAndEnds() throws IOException {
    assertThat(context.processes().alive(ProxyBaseline.FRONT)).isFalse();
    baseline.start();
    int front = baseline.port();
    int back = context.ports().of(ProxyBaseline.BACK);
    String answers = twoAnswers(front);
    assertThat(answers.split("HTTP/1.1 200 OK", -1)).hasSize(3);
    assertThat(answers.split("\"studentNumber\"", -1)).hasSize(3);
    if (Job.onPath("ss")) {
      for (int i = 0; i < 5; i++) {
        twoAnswers(front);
      }
      // One for each worker at most.
      assertThat(connections(back)).isBetween(1L, (long) NginxServer.workers());
    }
    assertThat(context.processes().pids(ProxyBaseline.FRONT, true)).hasSizeGreaterThan(1);
    assertThat(context.processes().pids(ProxyBaseline.BACK, true)).hasSizeGreaterThan(1);
    baseline.stop();
    assertThat(context.processes().anyAlive()).isFalse();
    assertThat(List.of(front, back)).noneMatch(Ports::taken);
  }

  @Test
  void aPortThatIsTakenWhileItStartsIsReplaced() throws IOException {
    try (var bound = new Socket()) {
      // Bound without listening, like the port of an outgoing connection: a look finds it free.
      bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      context.state().keep("PORT_" + ProxyBaseline.BACK, Integer.toString(bound.getLocalPort()));
      baseline.start();
      assertThat(context.ports().of(ProxyBaseline.BACK)).isNotEqualTo(bound.getLocalPort());
      assertThat(twoAnswers(baseline.port()).split("HTTP/1.1 200 OK", -1)).hasSize(3);
    }
  }

  // The second request ends the connection.
  private static String twoAnswers(int port) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket
          .getOutputStream()
          .write(
              """
              GET /api/students/1 HTTP/1.1\r
              Host: localhost\r
              \r
              GET /api/students/2 HTTP/1.1\r
              Host: localhost\r
              Connection: close\r
              \r
              """
                  .getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static long connections(int port) {
    return Job.of("ss", "-Htn", "state", "established", "( dport = :" + port + " )")
        .runQuietly()
        .output()
        .lines()
        .filter(line -> !line.isBlank())
        .count();
  }
}
