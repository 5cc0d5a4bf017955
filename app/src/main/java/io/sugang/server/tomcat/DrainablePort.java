package io.sugang.server.tomcat;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A port that is closed by the thread that accepts, at a moment when there is nothing to accept.
 *
 * <p>Connections that the kernel has made and Tomcat has not accepted are reset when the port is
 * closed. NGINX may have sent a request by then and cannot know whether it was read, so a POST ends
 * as a 502. Tomcat first stops accepting and closes some milliseconds later. Here only microseconds
 * lie between the last accept and the close.
 */
final class DrainablePort {
  private static final Logger log = LoggerFactory.getLogger(DrainablePort.class);
  private static final long LONGEST_CLOSE_SECONDS = 3;

  private final ServerSocketChannel channel;
  private final Selector selector;
  private final SelectionKey key;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private volatile boolean closing;

  DrainablePort(ServerSocketChannel channel) throws IOException {
    this.channel = channel;
    selector = Selector.open();
    channel.configureBlocking(false);
    key = channel.register(selector, SelectionKey.OP_ACCEPT);
  }

  /**
   * Returns the next connection. When there will be none, an unconnected one after {@link
   * #release}: Tomcat throws it away, and would report an error if there was an exception.
   */
  SocketChannel accept() throws IOException, InterruptedException {
    try {
      while (true) {
        SocketChannel connection = channel.accept();
        if (connection != null) {
          return connection;
        }
        if (!key.isValid()) {
          channel.close();
          closed.countDown();
          released.await();
          return SocketChannel.open();
        }
        if (closing) {
          // While it is registered, the selector would be the one to close it, later.
          key.cancel();
          selector.selectNow();
        } else {
          selector.select();
          selector.selectedKeys().clear();
        }
      }
    } catch (ClosedSelectorException stopped) {
      throw new ClosedChannelException();
    }
  }

  /** Closes the port in the accepting thread, and waits for it. */
  void close() {
    closing = true;
    selector.wakeup();
    try {
      if (!closed.await(LONGEST_CLOSE_SECONDS, TimeUnit.SECONDS)) {
        // With as many connections as are allowed Tomcat does not accept any more.
        log.warn(
            "The port is closed by Tomcat, because the limit of connections is reached; some"
                + " clients may get a 502");
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  boolean isClosed() {
    return closed.getCount() == 0;
  }

  /** Releases the port. Call it when Tomcat has stopped accepting. */
  void release() throws IOException {
    released.countDown();
    selector.close();
  }
}
