package io.sugang.lab.attack;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * A client with an address of its own on the loopback, 127.0.0.0/8. NGINX limits it as it limits
 * any other address.
 */
final class AttackClient implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final URI base;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient http;

  /**
   * @param base of the service
   * @param address as 127.0.1.7
   */
  AttackClient(URI base, String address) {
    this.base = base;
    try {
      http =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .localAddress(InetAddress.getByName(address))
              .connectTimeout(Duration.ofSeconds(5))
              .executor(threads)
              .build();
    } catch (UnknownHostException noAddress) {
      throw new IllegalArgumentException(address, noAddress);
    }
  }

  HttpRequest get(String path, String... headers) {
    return request(path, headers).GET().build();
  }

  HttpRequest delete(String path, String... headers) {
    return request(path, headers).DELETE().build();
  }

  HttpRequest post(String path, String json, String... headers) {
    return request(path, headers)
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(json))
        .build();
  }

  private HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(base.resolve(path)).timeout(LIMIT).header("Sec-Fetch-Site", "none");
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return request;
  }

  /** Sends a request; the result is null where no answer came. */
  CompletableFuture<@Nullable HttpResponse<String>> send(HttpRequest request) {
    return http.sendAsync(request, BodyHandlers.ofString())
        .handle((answer, failure) -> failure == null ? answer : null);
  }

  @Override
  public void close() {
    http.shutdownNow();
    threads.shutdownNow();
  }
}
