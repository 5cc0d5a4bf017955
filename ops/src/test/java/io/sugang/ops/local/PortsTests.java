package io.sugang.ops.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Job;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PortsTests {
  private static final PrintStream NOWHERE =
      new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);

  @TempDir private Path folder;
  private final List<ServerSocket> listeners = new ArrayList<>();
  private int taken;
  private StackState state = new StackState(Path.of("unset"));
  private LocalProcesses processes =
      new LocalProcesses(Path.of("unset"), Path.of("unset"), Console.plain(NOWHERE, NOWHERE));

  @BeforeEach
  void listen() throws IOException {
    state = new StackState(folder.resolve("state"));
    processes =
        new LocalProcesses(
            folder.resolve("run"), folder.resolve("log"), Console.plain(NOWHERE, NOWHERE));
    taken = listenSomewhere();
  }

  // Below the range that outgoing connections take their ports from, and above those of test
  // servers, which another JVM may start meanwhile; the next five ports are free.
  private int listenSomewhere() throws IOException {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(30_000, 32_000);
      boolean free = true;
      for (int i = 0; i < 6; i++) {
        free &= !Ports.taken(port + i);
      }
      if (free) {
        listeners.add(new ServerSocket(port, 5, InetAddress.ofLiteral("127.0.0.1")));
        return port;
      }
    }
  }

  @AfterEach
  void close() throws IOException {
    for (ServerSocket listener : listeners) {
      listener.close();
    }
    processes.signal("listener", Signal.KILL);
  }

  @Test
  void skipsPortsThatAreTakenOrPromised() {
    assertThat(Ports.taken(taken)).isTrue();
    assertThat(ports(0).free(taken, List.of())).isEqualTo(taken + 1);
    assertThat(ports(0).free(taken, List.of(taken + 1, taken + 2))).isEqualTo(taken + 3);
  }

  @Test
  void namesTheOwnerOfAPort() {
    org.junit.jupiter.api.Assumptions.assumeTrue(Job.onPath("ss") || Job.onPath("lsof"));
    assertThat(Ports.owner(taken)).contains("pid " + ProcessHandle.current().pid());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "8080", "65535"})
  void aPortIs(String text) {
    assertThat(Ports.valid(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "65536", "abc", "", "-1", "8080x", "08x"})
  void noPortIs(String text) {
    assertThat(Ports.valid(text)).isFalse();
  }

  @Test
  void keepsTheLastPortWhileItIsFree() {
    state.keep("PORT_SOME", Integer.toString(taken + 5));
    ports(0).assign("SOME", taken, "none");
    assertThat(state.port("SOME")).isEqualTo(taken + 5);

    state.keep("PORT_SOME", Integer.toString(taken));
    ports(0).assign("SOME", taken, "none");
    assertThat(state.port("SOME")).isEqualTo(taken + 1);

    ports(0).assign("OTHER", taken, "none");
    assertThat(state.port("OTHER")).isEqualTo(taken + 2);
  }

  @Test
  void keepsThePortOfAProcessThatRuns() {
    processes.start("listener", List.of("sleep", "600"), Map.of());
    state.keep("PORT_SOME", Integer.toString(taken));

    ports(0).assign("SOME", 1, "listener");

    assertThat(state.port("SOME")).isEqualTo(taken);
  }

  @Test
  void aSecondStackChoosesOtherPorts() {
    ports(20).assign("STEPPED", taken, "none");
    assertThat(state.port("STEPPED")).isBetween(taken + 20, taken + 30);
  }

  @Test
  void commandsThatChooseInTheSameSecondChooseDifferentPorts() throws Exception {
    int first = ports(0).free(taken + 100, List.of());
    var commands = new ArrayList<Process>();
    var chosen = new ArrayList<String>();
    for (int i = 0; i < 3; i++) {
      commands.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  Chooser.class.getName(),
                  folder.resolve("reservations").toString(),
                  Integer.toString(first))
              .redirectErrorStream(true)
              .start());
    }
    for (Process command : commands) {
      chosen.add(command.inputReader().readLine());
    }
    assertThat(chosen).doesNotHaveDuplicates().doesNotContain(Integer.toString(first));
    assertThat(reservations().reserve(first)).as("its own").isTrue();
    int other = Integer.parseInt(chosen.getFirst());
    assertThat(reservations().reserve(other)).as("of a command that runs").isFalse();
    for (Process command : commands) {
      command.getOutputStream().close();
      command.waitFor();
    }
    assertThat(reservations().reserve(other)).as("of a command that ended").isTrue();
  }

  /** A command that chooses a port and runs until its input ends. */
  static final class Chooser {
    static void main(String[] args) throws IOException {
      var reservations = new PortReservations(Path.of(args[0]));
      int port = Integer.parseInt(args[1]);
      while (Ports.taken(port) || !reservations.reserve(port)) {
        port++;
      }
      System.out.println(port);
      System.out.flush();
      System.in.read();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Web server failed to start. Port 18081 was already in use.",
        "Can't start server: Bind on TCP/IP port: Address already in use",
        "Warning: Could not create server TCP listening socket 127.0.0.1:1: bind: Address already in use",
        "bind() to 127.0.0.1:8080 failed (98: Address already in use)"
      })
  void aLostPortIsReplaced(String words) throws IOException {
    Path log = Files.writeString(folder.resolve("unlucky.log"), words);
    state.keep("PORT_unlucky", Integer.toString(taken));
    Ports ports = ports(0);
    ports.allowChanges(5);

    assertThat(ports.renew("unlucky", log, new Ports.Wanted("unlucky", taken))).isTrue();

    assertThat(state.port("unlucky")).isNotEqualTo(taken);
  }

  @Test
  void noOtherEndIsAnsweredWithAnotherPort() throws IOException {
    Path log = Files.writeString(folder.resolve("unlucky.log"), "Access denied");
    Ports ports = ports(0);
    ports.allowChanges(5);
    assertThat(ports.renew("unlucky", log, new Ports.Wanted("unlucky", taken))).isFalse();

    Files.writeString(log, "Address already in use");
    ports.allowChanges(0);
    assertThat(ports.renew("unlucky", log, new Ports.Wanted("unlucky", taken))).isFalse();
  }

  @Test
  void aChosenPortThatIsTakenIsRefused() {
    assertThatExceptionOfType(Failure.class)
        .isThrownBy(() -> Ports.requireFree(taken))
        .withMessageMatching("port %d is in use by .*--port.*".formatted(taken));
  }

  private Ports ports(int step) {
    var said = new ByteArrayOutputStream();
    var out = new PrintStream(said, true, StandardCharsets.UTF_8);
    return new Ports(state, processes, reservations(), Console.plain(out, out), step);
  }

  private PortReservations reservations() {
    return new PortReservations(folder.resolve("reservations"));
  }
}
