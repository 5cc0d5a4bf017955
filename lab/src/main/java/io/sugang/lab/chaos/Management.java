package io.sugang.lab.chaos;

import io.sugang.lab.control.Operation.FindManagement;
import io.sugang.lab.control.Operator;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;

/** The management port of an instance, which NGINX does not serve. */
final class Management implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private final URI base;

  private Management(URI base) {
    this.base = base;
  }

  static Management of(ScenarioContext context, String instance)
      throws IOException, Operator.Unsupported {
    return new Management(
        URI.create("http://" + context.performQuietly(new FindManagement(instance)).strip()));
  }

  /** The status of a health group, e.g. 200 or 503 for {@code liveness}. */
  int health(String group) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(base.resolve("/actuator/health/" + group)).GET())
        .statusCode();
  }

  /**
   * The sum over all labels of a metric.
   *
   * @throws IOException also where there is none of this name
   */
  double metric(String name) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        send(HttpRequest.newBuilder(base.resolve("/actuator/prometheus")).GET());
    double[] values =
        answer
            .body()
            .lines()
            .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
            .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
            .toArray();
    if (values.length == 0) {
      throw new IOException(base + " has no metric " + name);
    }
    return Arrays.stream(values).sum();
  }

  /** Posts JSON. */
  HttpResponse<String> post(String path, String json) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(base.resolve(path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json)));
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return http.send(request.timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofString());
  }

  @Override
  public void close() {
    http.close();
  }
}
