package io.sugang.signin;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRequest;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/**
 * Limits of an answer of the identity provider. Its body has at most 1 MB, and no read begins after
 * the end of the call, which {@link ProviderCalls} tells by an interrupt.
 */
final class AnswerLimit implements ClientHttpRequestInterceptor {
  private static final int MOST_BYTES = 1 << 20;

  @Override
  public ClientHttpResponse intercept(
      HttpRequest request, byte[] body, ClientHttpRequestExecution execution) throws IOException {
    return new LimitedAnswer(execution.execute(request, body));
  }

  private static final class LimitedAnswer implements ClientHttpResponse {
    private final ClientHttpResponse answer;
    private @Nullable InputStream body;

    LimitedAnswer(ClientHttpResponse answer) {
      this.answer = answer;
    }

    @Override
    public InputStream getBody() throws IOException {
      InputStream known = body;
      if (known == null) {
        known = new LimitedBody(answer.getBody());
        body = known;
      }
      return known;
    }

    @Override
    public HttpStatusCode getStatusCode() throws IOException {
      return answer.getStatusCode();
    }

    @Override
    public String getStatusText() throws IOException {
      return answer.getStatusText();
    }

    @Override
    public HttpHeaders getHeaders() {
      return answer.getHeaders();
    }

    @Override
    public void close() {
      try {
        // Closing the answer itself would read its body to the end.
        getBody().close();
      } catch (IOException broken) {
        // The connection is closed all the same.
      }
    }
  }

  private static final class LimitedBody extends InputStream {
    private final InputStream body;
    private int left = MOST_BYTES;

    LimitedBody(InputStream body) {
      this.body = body;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedIOException("The time of the call is over");
      }
      int count = body.read(target, offset, length);
      left -= Math.max(count, 0);
      if (left < 0) {
        throw new IOException("The answer has more than " + MOST_BYTES + " bytes");
      }
      return count;
    }

    @Override
    public void close() throws IOException {
      body.close();
    }
  }
}
