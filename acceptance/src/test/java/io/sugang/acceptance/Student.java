package io.sugang.acceptance;

import static org.awaitility.Awaitility.await;

import io.sugang.http.Api;
import io.sugang.ops.signin.SessionRole;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;

/**
 * A student who is signed in.
 *
 * @param door where requests go: NGINX, or one instance
 * @param header name of the header that carries the session
 */
record Student(Api door, long id, String number, String header, String credential) {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Set<String> UNDECIDED =
      Set.of("TEMPORARILY_UNAVAILABLE", "REQUEST_IN_FLIGHT");
  private static final String MINE = "/api/me/enrollments";

  static Student withToken(Api door, long id, String number) {
    return new Student(door, id, number, "Authorization", "Bearer " + Sessions.token(id));
  }

  /** A member of the staff, who has no student number. */
  static Student staff(Api door, SessionRole role, long id) {
    return new Student(door, id, "", "Authorization", "Bearer " + Sessions.staffToken(role, id));
  }

  /** The same student, whose session is in a cookie. */
  Student withCookie(String cookie) {
    return new Student(door, id, number, "Cookie", cookie);
  }

  /** The same student with requests to another address. */
  Student at(Api other) {
    return new Student(other, id, number, header, credential);
  }

  Answer get(String path) {
    return send(door.request(path).GET());
  }

  Answer post(String path, String json) {
    return send(body(path, json));
  }

  Answer put(String path, String json) {
    return send(
        door.request(path)
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofString(json)));
  }

  Answer delete(String path) {
    return send(door.request(path).DELETE());
  }

  Answer enroll(long course) {
    return post(MINE, course(course));
  }

  Answer enrollWithKey(long course, String key) {
    return send(body(MINE, course(course)).header("Idempotency-Key", key));
  }

  /**
   * Enrolls as the API asks clients to: the same request again until it is decided.
   *
   * @return the decision, with the time of the first request
   */
  Answer enrollUntilDecided(long course) {
    String key = UUID.randomUUID().toString();
    Instant sent = Instant.now();
    Answer decided =
        await()
            .atMost(PATIENCE)
            .pollDelay(Duration.ZERO)
            .pollInterval(Duration.ofMillis(200))
            .until(
                () -> send(body(MINE, course(course)).header("Idempotency-Key", key)),
                answer -> !UNDECIDED.contains(answer.code()));
    return new Answer(sent, decided.answered(), decided.response());
  }

  private static String course(long course) {
    return "{\"courseId\":" + course + "}";
  }

  private HttpRequest.Builder body(String path, String json) {
    return door.request(path)
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(json));
  }

  private Answer send(HttpRequest.Builder request) {
    request.header(header, credential);
    if (header.equals("Cookie")) {
      request.header("Sec-Fetch-Site", "same-origin");
    }
    return send(door, request);
  }

  static Answer send(Api door, HttpRequest.Builder request) {
    Instant sent = Instant.now();
    HttpResponse<String> response = door.send(request);
    return new Answer(sent, Instant.now(), response);
  }

  /** Signs in with the password of the local account. */
  Answer signIn(String browser) {
    return send(
        door,
        body(
                "/api/session",
                "{\"studentNumber\":\"%s\",\"password\":\"%s\"}"
                    .formatted(number, Sessions.studentPassword(number)))
            .header("User-Agent", browser));
  }

  /** Signs in and returns the student with the cookie of the new session. */
  Student signedIn(String browser) {
    Answer answer = signIn(browser).expect("200");
    String set = answer.response().headers().firstValue("Set-Cookie").orElseThrow();
    return withCookie(set.substring(0, set.indexOf(';')));
  }
}
