package io.sugang.ops.local;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** GET requests to parts of the stack; an HTTP client would take longer to load than to answer. */
public final class Loopback {
  private static final int MILLISECONDS = 5_000;

  private Loopback() {}

  /**
   * An answer.
   *
   * @param status 0 if there was none
   */
  public record LoopbackAnswer(int status, String body) {}

  public static LoopbackAnswer get(int port, String path) {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port), MILLISECONDS);
      socket.setSoTimeout(MILLISECONDS);
      socket
          .getOutputStream()
          .write(
              "GET %s HTTP/1.0\r\nHost: localhost\r\n\r\n"
                  .formatted(path)
                  .getBytes(StandardCharsets.US_ASCII));
      String text = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      String[] words = text.split(" ", 3);
      int body = text.indexOf("\r\n\r\n");
      boolean whole = words.length == 3 && words[1].matches("[0-9]{3}");
      return whole
          ? new LoopbackAnswer(Integer.parseInt(words[1]), body < 0 ? "" : text.substring(body + 4))
          : new LoopbackAnswer(0, "");
    } catch (IOException none) {
      return new LoopbackAnswer(0, "");
    }
  }

  public static int status(int port, String path) {
    return get(port, path).status();
  }
}
