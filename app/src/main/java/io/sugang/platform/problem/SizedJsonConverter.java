package io.sugang.platform.problem;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.MediaType;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Converter of JSON that sends {@code Content-Length} instead of chunks, as the fast path and the
 * filters do. Jackson flushes its output, so an answer without a length would be sent in chunks.
 * The largest answer is a page of 100 courses.
 */
@Component
class SizedJsonConverter extends JacksonJsonHttpMessageConverter {
  SizedJsonConverter(JsonMapper mapper) {
    super(mapper);
  }

  /** Leaves bytes and texts, which are answers as they are, to the converters that copy them. */
  @Override
  public boolean canWrite(ResolvableType type, Class<?> value, @Nullable MediaType mediaType) {
    return value != byte[].class
        && !CharSequence.class.isAssignableFrom(value)
        && super.canWrite(type, value, mediaType);
  }

  @Override
  protected void writeInternal(
      Object object,
      ResolvableType type,
      HttpOutputMessage message,
      @Nullable Map<String, Object> hints)
      throws IOException {
    Buffered buffered = new Buffered(message.getHeaders(), new ByteArrayOutputStream(1_024));
    super.writeInternal(object, type, buffered, hints);
    message.getHeaders().setContentLength(buffered.bytes.size());
    buffered.bytes.writeTo(message.getBody());
  }

  private record Buffered(HttpHeaders headers, ByteArrayOutputStream bytes)
      implements HttpOutputMessage {
    @Override
    public HttpHeaders getHeaders() {
      return headers;
    }

    @Override
    public OutputStream getBody() {
      return bytes;
    }
  }
}
