package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.http.Api;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A browser with its cookies, which goes to the identity provider and comes back. */
final class OidcBrowser {
  /** Where the provider sends browsers to; the test takes them to a port of the service instead. */
  static final String PUBLIC_URL = "http://127.0.0.1:8080";

  private final Map<String, String> cookies = new TreeMap<>();

  /** Begins at an instance, and returns its answer: the way to the provider. */
  HttpResponse<String> begin(int port) {
    return get(port, OidcController.PATH, "none");
  }

  /** Signs a user in at the provider, and returns where the provider sends the browser to. */
  static String atProvider(HttpResponse<String> begun, String user) {
    assertThat(begun.statusCode()).as(begun.body()).isEqualTo(303);
    URI address = URI.create(location(begun));
    Api provider = new Api(address.getPort());
    HttpResponse<String> answer =
        provider.send(
            provider
                .request(address.getRawPath() + "?" + address.getRawQuery())
                .header(SpringIdentityProvider.USER, user));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(302);
    assertThat(location(answer)).startsWith(PUBLIC_URL + OidcController.CALLBACK + "?");
    return location(answer).substring(PUBLIC_URL.length());
  }

  /** Comes back to an instance. */
  HttpResponse<String> comeBack(int port, String pathAndQuery) {
    return get(port, pathAndQuery, "cross-site");
  }

  /** The whole way, at one instance. */
  HttpResponse<String> signIn(int port, String user) {
    return comeBack(port, atProvider(begin(port), user));
  }

  HttpResponse<String> get(int port, String path) {
    return get(port, path, "same-origin");
  }

  private HttpResponse<String> get(int port, String path, String site) {
    Api api = new Api(port);
    HttpRequest.Builder request =
        api.request(path)
            .header("Accept", "text/html,*/*;q=0.8")
            .header("Sec-Fetch-Site", site)
            .header("User-Agent", "Mozilla/5.0 (Windows NT 10.0; rv:130.0) Firefox/130.0");
    if (!cookies.isEmpty()) {
      request.header("Cookie", cookieHeader());
    }
    HttpResponse<String> answer = api.send(request);
    answer.headers().allValues("Set-Cookie").forEach(this::keep);
    return answer;
  }

  private void keep(String setCookie) {
    String pair = setCookie.split(";", 2)[0];
    String name = pair.substring(0, pair.indexOf('='));
    if (setCookie.contains("; Max-Age=0")) {
      cookies.remove(name);
    } else {
      cookies.put(name, pair.substring(name.length() + 1));
    }
  }

  private String cookieHeader() {
    return cookies.entrySet().stream()
        .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
        .collect(Collectors.joining("; "));
  }

  Map<String, String> cookies() {
    return cookies;
  }

  String cookie(String name) {
    return Objects.requireNonNull(cookies.get(name), name);
  }

  static String location(HttpResponse<String> answer) {
    return answer.headers().firstValue("Location").orElseThrow();
  }

  /** Returns a parameter of the query of an address. */
  static String parameter(String address, String name) {
    Matcher found = Pattern.compile("[?&]" + name + "=([^&]*)").matcher(address);
    assertThat(found.find()).as(name + " in " + address).isTrue();
    return URLDecoder.decode(found.group(1), StandardCharsets.UTF_8);
  }
}
