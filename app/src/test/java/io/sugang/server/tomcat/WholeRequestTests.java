package io.sugang.server.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WholeRequestTests {
  private static final String GET = "GET /api/students/17 HTTP/1.1\r\nHost: test\r\n\r\n";
  private static final String POST =
      "POST /api/enrollments HTTP/1.1\r\nhost: test\r\nCONTENT-Length: 12 \r\nCookie: a=b\r\n\r\n"
          + "{\"a\":\n\n\"bc\"}";

  @ParameterizedTest
  @ValueSource(strings = {GET, POST})
  void aRequestIsWholeWithItsLastByteAndNotBefore(String request) {
    assertThat(isWhole(request)).isTrue();
    assertThat(IntStream.range(0, request.length()))
        .as("lengths that are whole")
        .noneMatch(length -> isWhole(request.substring(0, length)));
  }

  @Test
  void theHeaderSaysWhatTheRequestIsAbout() {
    assertThat(read(GET)).isEqualTo(new RequestHead("GET", "/api/students/17", null, null));
    assertThat(
            read(
                "PUT /a%20b?c=/d HTTP/1.1\r\nACCEPT:\ttext/html \r\ncontent-type:x;charset=y\r\n\r\n"))
        .isEqualTo(new RequestHead("PUT", "/a%20b", "text/html", "x;charset=y"));
  }

  @ParameterizedTest
  @ValueSource(strings = {GET, POST})
  void whatFollowsIsLeftToAThreadThatMayRead(String request) {
    assertThat(isWhole(request + "G")).isFalse();
    assertThat(isWhole(request + request)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\r\n\r\n",
        "GET /api/students\r\n\r\n",
        "GET http://test/api/students/17 HTTP/1.1\r\n\r\n",
        "GET /api/students/17 HTTP/1.1\n\n",
        "GET /api/students/17 HTTP/1.1\r\nAccept: a\r\nAccept: b\r\n\r\n",
        "GET /api/students/17 HTTP/1.1\r\nAccept: */*\r\n text/html\r\n\r\n",
        "GET /api/students/17 HTTP/1.1\r\nX: y\r\n\tz\r\n\r\n",
        "POST /api/enrollments HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "POST /api/enrollments HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 0\r\n\r\n",
        "POST /api/enrollments HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "POST /api/enrollments HTTP/1.1\r\nContent-Length: 0x1\r\n\r\nx",
        "POST /api/enrollments HTTP/1.1\r\nContent-Length:\r\n\r\n",
        "POST /api/enrollments HTTP/1.1\r\nContent-Length: 4294967296\r\n\r\n",
        "POST /api/enrollments HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx",
      })
  void anythingInDoubtIsNotWhole(String request) {
    assertThat(isWhole(request)).isFalse();
  }

  private static boolean isWhole(String request) {
    return read(request) != null;
  }

  private static @Nullable RequestHead read(String request) {
    // As Tomcat's buffer: behind other bytes, and larger than what it holds.
    ByteBuffer buffer = ByteBuffer.allocate(8_192);
    buffer.put("rest".getBytes(StandardCharsets.US_ASCII));
    int from = buffer.position();
    buffer.put(request.getBytes(StandardCharsets.US_ASCII));
    return WholeRequest.in(buffer.limit(buffer.position()).position(from));
  }
}
