package io.sugang.platform.problem;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Filter that rejects request bodies above 16 KB: by their announced length, or, without one
 * (chunked), when more bytes were read. NGINX has the same limit; this one holds when NGINX is not
 * in front.
 */
@Component
@Order(
    Ordered.HIGHEST_PRECEDENCE
        + 10) // after the filter that measures requests, before all that read bodies
final class BodyLimitFilter implements Filter {
  static final int MAX_BYTES = 16 * 1024;
  static final String DETAIL = "The request body is larger than the allowed 16 KB.";

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    HttpServletRequest http = (HttpServletRequest) request;
    long announced = request.getContentLengthLong();
    if (announced > MAX_BYTES) {
      // Otherwise Tomcat would read the rest of the body before the next request.
      HttpServletResponse refused = (HttpServletResponse) response;
      refused.setHeader("Connection", "close");
      ProblemType.PAYLOAD_TOO_LARGE.write(refused, DETAIL, http.getRequestURI());
    } else if (announced < 0 && http.getHeader("Transfer-Encoding") != null) {
      chain.doFilter(new LimitedRequest(http), response);
    } else {
      chain.doFilter(request, response);
    }
  }

  private static final class LimitedRequest extends HttpServletRequestWrapper {
    private @Nullable ServletInputStream limited;

    LimitedRequest(HttpServletRequest request) {
      super(request);
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
      ServletInputStream stream = limited;
      if (stream == null) {
        stream = new LimitedStream(super.getInputStream());
        limited = stream;
      }
      return stream;
    }

    @Override
    public BufferedReader getReader() throws IOException {
      String encoding = getCharacterEncoding();
      return new BufferedReader(
          new InputStreamReader(
              getInputStream(), encoding == null ? StandardCharsets.UTF_8.name() : encoding));
    }
  }

  private static final class LimitedStream extends ServletInputStream {
    private final ServletInputStream stream;
    private int left = MAX_BYTES;

    LimitedStream(ServletInputStream stream) {
      this.stream = stream;
    }

    @Override
    public int read() throws IOException {
      int value = stream.read();
      if (value >= 0) {
        count(1);
      }
      return value;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int read = stream.read(target, offset, length);
      if (read > 0) {
        count(read);
      }
      return read;
    }

    private void count(int read) throws PayloadTooLargeException {
      left -= read;
      if (left < 0) {
        throw new PayloadTooLargeException();
      }
    }

    @Override
    public boolean isFinished() {
      return stream.isFinished();
    }

    @Override
    public boolean isReady() {
      return stream.isReady();
    }

    @Override
    public void setReadListener(ReadListener listener) {
      stream.setReadListener(listener);
    }
  }
}
