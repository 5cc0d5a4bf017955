package io.sugang.signin;

import io.sugang.http.Api;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests as one user.
 *
 * @param header name of the header that carries the credential; null for none
 */
record SignedIn(Api api, @Nullable String header, String credential, boolean fastPath) {
  static final String KEY = "a-session-key-of-the-tests-0123456789";
  static final String ACCOUNTS = "an-account-secret-of-the-tests-0123456789";
  private static final SessionTokens TOKENS = new SessionTokens(new SessionKey(KEY), null);

  /** The settings of a service whose sessions these are. */
  static SignInProperties settings(SignInMode mode) {
    return new SignInProperties(
        mode,
        KEY,
        "",
        "",
        false,
        Duration.ofMinutes(30),
        Duration.ofHours(8),
        Duration.ofMinutes(10),
        Duration.ofMinutes(2));
  }

  static SignedIn nobody(int port) {
    return new SignedIn(new Api(port), null, "", true);
  }

  static SignedIn as(Role role, long subject, int port) {
    return withToken(token(role, subject), port);
  }

  static SignedIn withToken(String token, int port) {
    return new SignedIn(new Api(port), "Authorization", "Bearer " + token, true);
  }

  static SignedIn withCookie(String cookie, int port) {
    return new SignedIn(new Api(port), "Cookie", cookie, true);
  }

  static String token(Role role, long subject) {
    long now = System.currentTimeMillis();
    return TOKENS.write(new SessionToken(role, subject, System.nanoTime(), now, now + 600_000));
  }

  /** The same user, with requests that the fast path answers or leaves to the controllers. */
  SignedIn onFastPath(boolean fast) {
    return new SignedIn(api, header, credential, fast);
  }

  HttpResponse<String> get(String path) {
    return send(api.request(path).GET());
  }

  HttpResponse<String> post(String path, String json) {
    return send(
        api.request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json)));
  }

  HttpResponse<String> delete(String path) {
    return send(api.request(path).DELETE());
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    if (header != null) {
      request.header(header, credential);
    }
    if ("Cookie".equals(header)) {
      request.header("Sec-Fetch-Site", "same-origin");
    }
    request.header("Accept", fastPath ? "application/json" : "application/json, */*;q=0.5");
    return api.send(request);
  }

  HttpResponse<String> signIn(String studentNumber) {
    String password = new LocalAccounts(ACCOUNTS).password("student:" + studentNumber);
    return post(
        "/api/session",
        "{\"studentNumber\":\"" + studentNumber + "\",\"password\":\"" + password + "\"}");
  }

  /** The cookie that an answer stores, as a browser sends it. */
  static String cookieOf(HttpResponse<String> answer) {
    String set = answer.headers().firstValue("Set-Cookie").orElseThrow();
    return set.substring(0, set.indexOf(';'));
  }
}
