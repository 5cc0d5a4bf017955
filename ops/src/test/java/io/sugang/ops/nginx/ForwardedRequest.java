package io.sugang.ops.nginx;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request as an instance received it from NGINX. */
record ForwardedRequest(String line, Map<String, String> headers, String body) {
  /** Returns null at the end of the connection. */
  static @Nullable ForwardedRequest read(InputStream in) throws IOException {
    String line = HttpText.readLine(in);
    if (line.isEmpty()) {
      return null;
    }
    Map<String, String> headers = HttpText.readHeaders(in);
    int length = Integer.parseInt(headers.getOrDefault("Content-Length", "0"));
    return new ForwardedRequest(
        line, headers, new String(in.readNBytes(length), StandardCharsets.UTF_8));
  }

  @Nullable String header(String name) {
    return headers.get(name);
  }
}
