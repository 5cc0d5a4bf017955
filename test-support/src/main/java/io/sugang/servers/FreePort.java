package io.sugang.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Finds ports that stay ours while the server behind them is down.
 *
 * <p>They lie below the range from which the kernel takes the ports of outgoing connections.
 * Otherwise a client that retries against the stopped server could be given that very port and
 * connect to itself. Each JVM takes them from a block of its own, so test JVMs that run at the same
 * time choose different ones.
 */
public final class FreePort {
  private static final int FIRST = 20_000;
  private static final int LAST = 29_999;
  private static final int BLOCK = 500;

  private static final AtomicInteger FOUND = new AtomicInteger();

  private FreePort() {}

  public static int find() {
    for (var attempt = 0; attempt < BLOCK; attempt++) {
      // In turn, because a server that is down does not show that its port is taken.
      var port = Block.FIRST_PORT + FOUND.getAndIncrement() % BLOCK;
      try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException taken) {
        // The next number then.
      }
    }
    throw new IllegalStateException("No free port from %d on".formatted(Block.FIRST_PORT));
  }

  /** The first block that no other JVM of this user has. */
  private static final class Block {
    // Of a byte of the file, until the JVM ends.
    private static final FileLock LOCK = lockOne();
    static final int FIRST_PORT = (int) LOCK.position();

    private static FileLock lockOne() {
      var file =
          Path.of(
              System.getProperty("java.io.tmpdir"),
              "sugang-test-ports-" + System.getProperty("user.name"));
      try {
        var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        for (var first = FIRST; first + BLOCK - 1 <= LAST; first += BLOCK) {
          var lock = channel.tryLock(first, 1, false);
          if (lock != null) {
            return lock;
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      throw new IllegalStateException("All ports up to %d are taken".formatted(LAST));
    }
  }
}
