package io.sugang.ops.nginx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One connection to NGINX. */
final class PlainClient implements AutoCloseable {
  private final Socket socket = new Socket();
  private final InputStream in;

  PlainClient(int port) throws IOException {
    int patience = (int) NginxFront.PATIENCE.toMillis();
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), patience);
    socket.setSoTimeout(patience);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
  }

  ClientAnswer ask(String text) throws IOException {
    try {
      send(text);
    } catch (IOException cutOff) {
      // An answer may come before all of a body is sent (413).
    }
    String line = HttpText.readLine(in);
    assertThat(line)
        .as("answer to %s", text.lines().findFirst().orElse(""))
        .startsWith("HTTP/1.1 ");
    Map<String, String> headers = HttpText.readHeaders(in);
    String length = headers.get("Content-Length");
    byte[] body = length == null ? new byte[0] : in.readNBytes(Integer.parseInt(length));
    return new ClientAnswer(
        Integer.parseInt(line.split(" ")[1]), headers, new String(body, StandardCharsets.UTF_8));
  }

  /** Returns how long NGINX waits for the rest of a request. */
  Duration untilCutOff(String sent) throws IOException {
    long begin = System.nanoTime();
    send(sent);
    readToEnd();
    return Duration.ofNanos(System.nanoTime() - begin);
  }

  /** Returns the same for a client that continues with one byte a second. */
  Duration untilCutOffWhileDripping(String sent) throws IOException {
    long begin = System.nanoTime();
    send(sent);
    Thread dripping =
        Thread.startVirtualThread(() -> {
          try {
            while (true) {
              TimeUnit.SECONDS.sleep(1);
              socket.getOutputStream().write('x');
            }
          } catch (IOException | InterruptedException cutOff) {
            // The end that this is about.
          }
        });
    readToEnd();
    dripping.interrupt();
    return Duration.ofNanos(System.nanoTime() - begin);
  }

  private void send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
  }

  private void readToEnd() {
    try {
      in.readAllBytes();
    } catch (SocketTimeoutException patienceEnded) {
      throw new AssertionError("still connected after " + NginxFront.PATIENCE, patienceEnded);
    } catch (IOException reset) {
      // NGINX frees the memory at once.
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
