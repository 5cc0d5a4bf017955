package io.sugang.lab.loadgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerReaderTests {
  private static final String WITH_LENGTH =
      "HTTP/1.1 201 Created\r\ncontent-length: 5\r\nConnection: keep-alive\r\n\r\nhello";
  private static final String CHUNKED =
      "HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n1A;x=\"5\"\r\nabcdefghijklmnopqrstuvwxyz\r\n0\r\n\r\n";

  private final AnswerReader reader = new AnswerReader();

  @ParameterizedTest
  @ValueSource(
      strings = {
        WITH_LENGTH,
        "HTTP/1.1 204 No Content\r\n\r\n",
        "HTTP/1.1 409 Conflict\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\n" + WITH_LENGTH,
        "HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\na\r\n0123456789\r\n0\r\nX: y\r\n\r\n"
      })
  void anAnswerIsCompleteWithItsLastByteHoweverItIsCutUp(String answer) throws IOException {
    byte[] bytes = answer.getBytes(StandardCharsets.ISO_8859_1);
    for (int i = 0; i < bytes.length - 1; i++) {
      assertThat(reader.take(new byte[] {bytes[i]}, 1)).as("after byte %d", i).isFalse();
    }
    assertThat(reader.take(new byte[] {bytes[bytes.length - 1]}, 1)).isTrue();
    reader.next();
    assertThat(reader.take(bytes, bytes.length)).isTrue();
    assertThat(reader.closes()).isFalse();
  }

  @Test
  void theStatusIsThatOfTheAnswer() throws IOException {
    take(WITH_LENGTH);
    assertThat(reader.status()).isEqualTo(201);
  }

  @Test
  void whatFollowsTheSizeOfAChunkIsNoDigitOfIt() throws IOException {
    assertThat(take(CHUNKED)).isTrue();
  }

  @Test
  void aConnectionThatTheServerClosesIsToldApart() throws IOException {
    take("HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    assertThat(reader.closes()).isTrue();
    reader.next();
    assertThat(take("HTTP/1.0 200 OK\r\n\r\nall that comes")).isFalse();
    assertThat(reader.completeWhenClosed()).isTrue();
  }

  @Test
  void whatIsNoAnswerIsRefused() {
    assertThatIOException().isThrownBy(() -> take("SSH-2.0-OpenSSH_9.6\r\n\r\n"));
    reader.next();
    assertThatIOException().isThrownBy(() -> take(WITH_LENGTH + "HTTP/1.1 200\r\n"));
  }

  private boolean take(String answer) throws IOException {
    byte[] bytes = answer.getBytes(StandardCharsets.ISO_8859_1);
    return reader.take(bytes, bytes.length);
  }
}
