package io.sugang.servers;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;

/**
 * A real Redis 8 with the settings of production. It keeps nothing: after {@link #stop()} it starts
 * empty.
 */
public final class RedisServer extends Server {
  static final String PASSWORD = "test";

  private static final int PROBE_MILLIS = 1000;

  RedisServer(ServerProcess process) {
    super(process);
  }

  public String password() {
    return PASSWORD;
  }

  /** The address as Lettuce and Redisson take it. */
  public String uri() {
    return "redis://:%s@%s:%d".formatted(PASSWORD, host(), port());
  }

  @Override
  boolean answers() throws IOException {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(host(), port()), PROBE_MILLIS);
      socket.setSoTimeout(PROBE_MILLIS);
      socket.getOutputStream().write("AUTH %s\r\nPING\r\n".formatted(PASSWORD).getBytes(US_ASCII));
      var expected = "+OK\r\n+PONG\r\n".getBytes(US_ASCII);
      return Arrays.equals(socket.getInputStream().readNBytes(expected.length), expected);
    }
  }
}
