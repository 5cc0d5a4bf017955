package io.sugang.ops.nginx;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/** An instance that answers, dies in the middle of a request, or stays silent. */
final class StubInstance {
  /** What it does with a request that it has read whole. */
  enum StubBehaviour {
    ANSWER,
    /** Ends the connection. */
    DIE,
    HANG
  }

  static final String TYPE = "application/x-from-the-service";
  static final String TEXT = "{\"from\":\"the service\"}";
  static final String LARGE = "0123456789".repeat(10_000);

  /** More than all buffers between an instance and a client hold. */
  static final String HUGE = "0123456789".repeat(5_000_000);

  private static final String STATUS_PATH = "/api/answer/";
  private static final int BACKLOG = 4096;

  final ConcurrentLinkedQueue<ForwardedRequest> requests = new ConcurrentLinkedQueue<>();
  final Set<Socket> connections = ConcurrentHashMap.newKeySet();
  final InetAddress address;
  final int port;
  volatile StubBehaviour behaviour = StubBehaviour.ANSWER;

  /** The body of the lists. */
  volatile String list = TEXT;

  /** The media type of every answer. */
  volatile String type = TYPE;

  /** Further header lines of every answer. */
  volatile String headers = "";

  /** Whether an answer could not be written to its end. */
  volatile boolean brokenOff;

  /** What every request waits for. */
  volatile CountDownLatch before = new CountDownLatch(0);

  private volatile ServerSocket listening;
  private volatile Thread accepting;

  /**
   * @param wanted the port; 0 for any
   */
  StubInstance(InetAddress address, int wanted) throws IOException {
    this.address = address;
    listening = new ServerSocket(wanted, BACKLOG, address);
    port = listening.getLocalPort();
    accepting = accept(listening);
  }

  void start() throws IOException {
    listening = new ServerSocket(port, BACKLOG, address);
    accepting = accept(listening);
  }

  void stop() {
    closeQuietly(listening);
    try {
      // The thread that waits at the port closes it, a moment later.
      accepting.join();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    connections.forEach(StubInstance::closeQuietly);
  }

  private Thread accept(ServerSocket socket) {
    return Thread.startVirtualThread(() -> {
      try {
        while (true) {
          Socket connection = socket.accept();
          connections.add(connection);
          Thread.startVirtualThread(() -> serve(connection));
        }
      } catch (IOException stopped) {
        // stop() closed the socket.
      }
    });
  }

  private void serve(Socket connection) {
    try (connection) {
      connection.setTcpNoDelay(true);
      var in = new BufferedInputStream(connection.getInputStream());
      for (ForwardedRequest request = ForwardedRequest.read(in);
          request != null;
          request = ForwardedRequest.read(in)) {
        requests.add(request);
        before.await();
        switch (behaviour) {
          case ANSWER -> {
            try {
              answer(request, connection.getOutputStream());
            } catch (IOException cutOff) {
              brokenOff = true;
              throw cutOff;
            }
          }
          case DIE -> {
            return;
          }
          case HANG -> new CountDownLatch(1).await();
        }
      }
    } catch (IOException | InterruptedException closed) {
      // The other side, or stop(), closed the connection.
    }
  }

  private void answer(ForwardedRequest request, OutputStream out) throws IOException {
    String[] line = request.line().split(" ");
    String path = line[1].replaceFirst("\\?.*", "");
    int usual = line[0].equals("POST") ? 201 : 200;
    int status =
        path.startsWith(STATUS_PATH)
            ? Integer.parseInt(path.substring(STATUS_PATH.length()))
            : usual;
    String body =
        switch (path) {
          case "/api/large" -> LARGE;
          case "/api/courses", "/api/departments", "/api/desk/overview", "/api/desk/day" -> list;
          case "/api/huge" -> HUGE;
          default -> status == 204 ? "" : TEXT;
        };
    String length = status == 204 ? "" : "Content-Length: " + body.length() + "\r\n";
    String head =
        "HTTP/1.1 %d Said\r\nContent-Type: %s\r\nRetry-After: 7\r\nLocation: /api/enrollments/9\r\n%s%s\r\n"
            .formatted(status, type, headers, length);
    out.write((head + body).getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private static void closeQuietly(AutoCloseable open) {
    try {
      open.close();
    } catch (Exception alreadyClosed) {
      // Nothing is left to close.
    }
  }
}
