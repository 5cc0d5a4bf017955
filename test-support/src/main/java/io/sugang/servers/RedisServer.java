package io.sugang.servers;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.Map;
import java.util.Scanner;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A real Redis 8 with the settings of production. It keeps nothing: after {@link #stop()} it starts
 * empty.
 */
public final class RedisServer extends Server {
  private static final Pattern SISMEMBER_CALLS = Pattern.compile("cmdstat_sismember:calls=(\\d+),");
  static final String PASSWORD = "test";

  private static final String ADMIN = "sugang_admin";

  private static final int PROBE_MILLIS = 1000;

  RedisServer(ServerProcess process) {
    super(process);
  }

  /** Returns the run-time user, with the rights it has in production. */
  public String user() {
    return "sugang";
  }

  /** Returns the user of verifier and rush. */
  public String reader() {
    return "sugang_reader";
  }

  /** Returns the password of all users. */
  public String password() {
    return PASSWORD;
  }

  /** Creates an administrator, whom the caller closes. */
  public RedisAdministrator administrator() {
    return new RedisAdministrator(uri());
  }

  /** The address as Lettuce takes it, for the administrator. */
  String uri() {
    return "redis://%s:%s@%s:%d".formatted(ADMIN, PASSWORD, host(), port());
  }

  /** Names of all keys that match; the run-time user may not ask for them. */
  public Set<String> keys(String pattern) {
    return asAdministrator(redis -> Set.copyOf(redis.keys(pattern)));
  }

  /** Returns how often enroll.lua got to look for its student: nothing else sends SISMEMBER. */
  public long gateQuestions() {
    return asAdministrator(redis -> {
      Matcher calls = SISMEMBER_CALLS.matcher(redis.info("commandstats"));
      return calls.find() ? Long.parseLong(calls.group(1)) : 0;
    });
  }

  /** Forgets the scripts, as if Redis had been restarted between two calls of one. */
  public void forgetScripts() {
    asAdministrator(RedisCommands::scriptFlush);
  }

  /**
   * Speaks only TLS from now on, at another port. The files have to be readable by the server, so
   * it must be a local one.
   *
   * @return that port
   */
  public int requireTls(Certificates certificates) {
    var port = FreePort.find();
    asAdministrator(redis ->
        redis.configSet(
            Map.of(
                "tls-cert-file", certificates.certificate().toString(),
                "tls-key-file", certificates.key().toString(),
                "tls-ca-cert-file", certificates.certificate().toString(),
                "tls-auth-clients", "no",
                "tls-port", Integer.toString(port))));
    asAdministrator(redis -> redis.configSet("port", "0"));
    return port;
  }

  /**
   * Returns the first line of the answer to a command without a login. Without a client library:
   * where a refusal overtakes its handshake it says something else.
   */
  public String firstAnswer(String command) throws IOException {
    try (var socket = new Socket(host(), port())) {
      socket.setSoTimeout(PROBE_MILLIS);
      socket.getOutputStream().write((command + "\r\n").getBytes(US_ASCII));
      return new Scanner(socket.getInputStream(), US_ASCII).nextLine();
    }
  }

  private <T> T asAdministrator(Function<RedisCommands<String, String>, T> action) {
    try (var administrator = administrator()) {
      return action.apply(administrator.commands());
    }
  }

  @Override
  boolean answers() throws IOException {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(host(), port()), PROBE_MILLIS);
      socket.setSoTimeout(PROBE_MILLIS);
      socket
          .getOutputStream()
          .write("AUTH %s %s\r\nPING\r\n".formatted(ADMIN, PASSWORD).getBytes(US_ASCII));
      var expected = "+OK\r\n+PONG\r\n".getBytes(US_ASCII);
      return Arrays.equals(socket.getInputStream().readNBytes(expected.length), expected);
    }
  }
}
