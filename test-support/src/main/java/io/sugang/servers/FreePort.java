package io.sugang.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds ports that stay ours while the server behind them is down.
 *
 * <p>They lie below the range from which the kernel takes the ports of outgoing connections.
 * Otherwise a client that retries against the stopped server could be given that very port and
 * connect to itself.
 */
public final class FreePort {
  private static final int FIRST = 20_000;
  private static final int LAST = 29_999;

  private FreePort() {}

  public static int find() {
    for (var attempt = 0; attempt < 200; attempt++) {
      var port = ThreadLocalRandom.current().nextInt(FIRST, LAST + 1);
      try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException taken) {
        // The next number then.
      }
    }
    throw new IllegalStateException("No free port between %d and %d".formatted(FIRST, LAST));
  }
}
