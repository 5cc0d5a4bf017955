package io.sugang.server.tomcat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queue of connections that the kernel has made and Tomcat has not accepted. They are reset
 * when Tomcat closes its port. Tomcat accepts them in their order, so when a connection made now is
 * answered, all before it were accepted.
 */
final class AcceptQueue {
  private static final Logger log = LoggerFactory.getLogger(AcceptQueue.class);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(3);

  /** Tomcat answers it before it looks for an application, so no filter and no meter sees it. */
  private static final byte[] PING =
      "OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
          .getBytes(StandardCharsets.US_ASCII);

  private AcceptQueue() {}

  /**
   * Waits until Tomcat has accepted the connections that are made now, 3 s at most for the
   * connection and 3 s for the answer. A port with TLS takes the request as a broken handshake,
   * which ends the wait as well as an answer does.
   */
  static void awaitAccepted(InetSocketAddress port) {
    try (Socket last = new Socket()) {
      int millis = (int) LONGEST_WAIT.toMillis();
      last.connect(port, millis);
      last.setSoTimeout(millis);
      last.getOutputStream().write(PING);
      if (last.getInputStream().read() < 0) {
        log.debug("Port {} ended the connection of the drain without an answer", port);
      }
    } catch (IOException unanswered) {
      // With as many connections as are allowed Tomcat does not accept any more.
      log.warn(
          "Port {} is closed, though connections may wait to be accepted; some clients may get a 502"
              + " ({})",
          port,
          unanswered.getMessage());
    }
  }
}
