package io.sugang.lab.loadgen;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * Reads the answers of one connection, byte by byte as they come, and keeps nothing of them but the
 * status. It uses no library, as a driver on the cores that are measured must cost as little as it
 * can.
 */
final class AnswerReader {
  private static final int HEAD_LIMIT = 16_384;

  private enum At {
    HEAD,
    BODY,
    CHUNK_SIZE,
    CHUNK,
    CHUNK_END,
    TRAILER,
    UNTIL_CLOSED,
    DONE
  }

  private byte[] head = new byte[512];
  private int headLength;
  private At at = At.HEAD;
  private long left;
  private int lineLength;
  private boolean extension;
  private int status;
  private boolean closes;

  /** Begins with the next answer. */
  void next() {
    at = At.HEAD;
    headLength = 0;
    status = 0;
    closes = false;
    extension = false;
  }

  /**
   * Takes what was received.
   *
   * @return whether the answer is complete
   * @throws IOException when this is no answer, or more than one
   */
  boolean take(byte[] bytes, int length) throws IOException {
    int i = 0;
    while (i < length) {
      switch (at) {
        case HEAD -> {
          addToHead(bytes[i++]);
          if (headEnds()) {
            headComplete();
          }
        }
        case BODY, CHUNK -> {
          int part = (int) Math.min(left, length - i);
          i += part;
          left -= part;
          if (left == 0) {
            at = at == At.BODY ? At.DONE : At.CHUNK_END;
          }
        }
        case CHUNK_SIZE -> chunkSize(bytes[i++]);
        case CHUNK_END -> {
          if (bytes[i++] == '\n') {
            at = At.CHUNK_SIZE;
            left = 0;
          }
        }
        case TRAILER -> trailer(bytes[i++]);
        case UNTIL_CLOSED -> i = length;
        case DONE -> throw new IOException("bytes after the end of an answer");
      }
    }
    return at == At.DONE;
  }

  /** Whether what came so far is a whole answer if the connection is closed now. */
  boolean completeWhenClosed() {
    return at == At.UNTIL_CLOSED;
  }

  int status() {
    return status;
  }

  /** Whether the server closes the connection after this answer. */
  boolean closes() {
    return closes;
  }

  private void addToHead(byte next) throws IOException {
    if (headLength == head.length) {
      if (headLength == HEAD_LIMIT) {
        throw new IOException("the head of an answer is longer than " + HEAD_LIMIT + " bytes");
      }
      head = Arrays.copyOf(head, 2 * headLength);
    }
    head[headLength++] = next;
  }

  private boolean headEnds() {
    return headLength >= 4
        && head[headLength - 1] == '\n'
        && head[headLength - 2] == '\r'
        && head[headLength - 3] == '\n';
  }

  private void headComplete() throws IOException {
    String text = new String(head, 0, headLength, StandardCharsets.ISO_8859_1);
    headLength = 0;
    if (text.length() < 13 || !text.startsWith("HTTP/1.")) {
      throw new IOException("the answer is not HTTP");
    }
    status = number(text.substring(9, 12), 10);
    if (status < 200) {
      return;
    }
    closes = text.startsWith("HTTP/1.0");
    long length = -1;
    boolean chunked = false;
    for (int line = text.indexOf('\n') + 1; line < text.length() - 2; ) {
      int end = text.indexOf('\r', line);
      int colon = text.indexOf(':', line);
      if (colon > 0 && colon < end) {
        String value = text.substring(colon + 1, end).strip();
        switch (text.substring(line, colon).toLowerCase(Locale.ROOT)) {
          case "content-length" -> length = number(value, 10);
          case "transfer-encoding" -> chunked = value.equalsIgnoreCase("chunked");
          case "connection" -> closes = value.equalsIgnoreCase("close");
          default -> {}
        }
      }
      line = end + 2;
    }
    left = Math.max(0, length);
    if (status == 204 || status == 304 || length == 0) {
      at = At.DONE;
    } else if (chunked) {
      at = At.CHUNK_SIZE;
      left = 0;
    } else if (length > 0) {
      at = At.BODY;
    } else {
      at = At.UNTIL_CLOSED;
      closes = true;
    }
  }

  private void chunkSize(byte next) throws IOException {
    if (next == '\n') {
      at = left == 0 ? At.TRAILER : At.CHUNK;
      lineLength = 0;
      extension = false;
    } else if (next == ';') {
      extension = true;
    } else if (next != '\r' && !extension) {
      left = 16 * left + number(String.valueOf((char) next), 16);
    }
  }

  // An empty line ends the answer.
  private void trailer(byte next) {
    if (next == '\n') {
      at = lineLength == 0 ? At.DONE : At.TRAILER;
      lineLength = 0;
    } else if (next != '\r') {
      lineLength++;
    }
  }

  private static int number(String text, int radix) throws IOException {
    try {
      return Integer.parseInt(text, radix);
    } catch (NumberFormatException wrong) {
      throw new IOException("not a number in the head of an answer: " + text, wrong);
    }
  }
}
