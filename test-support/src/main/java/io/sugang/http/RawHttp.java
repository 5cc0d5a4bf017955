package io.sugang.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Bytes sent as they are, for requests that no client library would send. */
public final class RawHttp {
  private static final int READ_MILLIS = 15_000;

  /** An answer as it came: status line and headers, and the body. */
  public record Answer(int status, String head, String body) {
    public String header(String name) {
      return head.lines()
          .filter(
              line -> line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":"))
          .map(line -> line.substring(name.length() + 1).strip())
          .findFirst()
          .orElse("");
    }
  }

  private RawHttp() {}

  /** Sends the request, ends the sending side, and reads the first answer. */
  public static Answer send(int port, String request) {
    return exchange(port, request, true);
  }

  /**
   * Sends the request and reads until the server closes. NGINX takes a client that ends its sending
   * side for one that is gone.
   *
   * @param request with {@code Connection: close}
   */
  public static Answer ask(int port, String request) {
    return exchange(port, request, false);
  }

  private static Answer exchange(int port, String request, boolean ends) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress("127.0.0.1", port), READ_MILLIS);
      socket.setSoTimeout(READ_MILLIS);
      try {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        if (ends) {
          socket.shutdownOutput();
        }
      } catch (SocketException refusedWhileSending) {
        // The service may answer and close before it has read all; the answer is what counts.
      }
      return parse(readAll(socket.getInputStream()));
    } catch (IOException e) {
      throw new IllegalStateException("No answer on port " + port, e);
    }
  }

  private static String readAll(InputStream stream) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] buffer = new byte[8192];
    try {
      for (int read; (read = stream.read(buffer)) > 0; ) {
        all.write(buffer, 0, read);
      }
    } catch (SocketException reset) {
      // What came before the reset is the answer.
    }
    return all.toString(StandardCharsets.ISO_8859_1);
  }

  private static Answer parse(String answer) {
    int end = answer.indexOf("\r\n\r\n");
    if (!answer.startsWith("HTTP/1.1 ") || end < 0) {
      throw new IllegalStateException("Not an HTTP answer: \"" + answer + "\"");
    }
    String head = answer.substring(0, end);
    String body = answer.substring(end + 4);
    boolean chunked = head.toLowerCase(Locale.ROOT).contains("transfer-encoding: chunked");
    return new Answer(
        Integer.parseInt(head.substring(9, 12)), head, chunked ? dechunk(body) : body);
  }

  private static String dechunk(String chunks) {
    StringBuilder body = new StringBuilder();
    for (int at = 0; ; ) {
      int lineEnd = chunks.indexOf("\r\n", at);
      int length = Integer.parseInt(chunks.substring(at, lineEnd), 16);
      if (length == 0) {
        return body.toString();
      }
      body.append(chunks, lineEnd + 2, lineEnd + 2 + length);
      at = lineEnd + 2 + length + 2;
    }
  }
}
