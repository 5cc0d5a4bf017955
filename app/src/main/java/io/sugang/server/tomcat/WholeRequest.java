package io.sugang.server.tomcat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reader of a buffer with one whole request: its header and all of its body are there, and nothing
 * after it. So handling it reads nothing more.
 */
final class WholeRequest {
  private static final int NOT_A_NUMBER = -1;
  private static final int MOST_DIGITS = 5;

  private final byte[] bytes;
  private final int end;
  private int at;
  private int body;
  private @Nullable String accept;
  private @Nullable String contentType;

  private WholeRequest(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
  }

  /**
   * Returns the header of the request in a buffer, from position to limit; null when it is not
   * whole, when more follows, and in any doubt.
   *
   * @param buffer with an array
   */
  static @Nullable RequestHead in(ByteBuffer buffer) {
    int offset = buffer.arrayOffset();
    return new WholeRequest(buffer.array(), offset + buffer.position(), offset + buffer.limit())
        .read();
  }

  private @Nullable RequestHead read() {
    int start = at;
    int lineEnd = nextLine();
    if (lineEnd < 0) {
      return null;
    }
    int afterMethod = find(' ', start, lineEnd);
    int pathStart = afterMethod + 1;
    int afterPath = find(' ', pathStart, lineEnd);
    if (afterPath >= lineEnd || bytes[pathStart] != '/' || !readFields()) {
      return null;
    }
    return new RequestHead(
        text(start, afterMethod),
        text(pathStart, Math.min(afterPath, find('?', pathStart, lineEnd))),
        accept,
        contentType);
  }

  private boolean readFields() {
    boolean hasLength = false;
    while (true) {
      int start = at;
      int lineEnd = nextLine();
      if (lineEnd < 0) {
        return false;
      }
      if (lineEnd == start) {
        return at + body == end;
      }
      if (bytes[start] == ' ' || bytes[start] == '\t') {
        return false; // it continues the value before it
      }
      int colon = find(':', start, lineEnd);
      switch (colon - start) {
        case 6 -> {
          if (isName(start, "accept")) {
            if (accept != null) {
              return false;
            }
            accept = value(colon, lineEnd);
          } else if (isName(start, "expect")) {
            return false;
          }
        }
        case 12 -> {
          if (isName(start, "content-type")) {
            if (contentType != null) {
              return false;
            }
            contentType = value(colon, lineEnd);
          }
        }
        case 14 -> {
          if (isName(start, "content-length")) {
            body = number(value(colon, lineEnd));
            if (hasLength || body == NOT_A_NUMBER) {
              return false;
            }
            hasLength = true;
          }
        }
        case 17 -> {
          if (isName(start, "transfer-encoding")) {
            return false;
          }
        }
        default -> {
          // No other field says how long a request is, or what it is about.
        }
      }
    }
  }

  /** Goes to the next line and returns the end of this one, negative without CR and LF. */
  private int nextLine() {
    int feed = find('\n', at, end);
    if (feed == end || feed == at || bytes[feed - 1] != '\r') {
      return -1;
    }
    at = feed + 1;
    return feed - 1;
  }

  private int find(char wanted, int from, int until) {
    int here = from;
    while (here < until && bytes[here] != wanted) {
      here++;
    }
    return here;
  }

  private boolean isName(int from, String lowerCase) {
    for (int i = 0; i < lowerCase.length(); i++) {
      byte letter = bytes[from + i];
      int lower = letter >= 'A' && letter <= 'Z' ? letter + 'a' - 'A' : letter;
      if (lower != lowerCase.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private String value(int colon, int lineEnd) {
    return text(Math.min(colon + 1, lineEnd), lineEnd).strip();
  }

  private String text(int from, int until) {
    return new String(bytes, from, until - from, StandardCharsets.ISO_8859_1);
  }

  private static int number(String text) {
    return !text.isEmpty()
            && text.length() <= MOST_DIGITS
            && text.chars().allMatch(digit -> digit >= '0' && digit <= '9')
        ? Integer.parseInt(text)
        : NOT_A_NUMBER;
  }
}
