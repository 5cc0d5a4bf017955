package io.sugang.lab.attack;

import io.sugang.lab.attack.Attack.AttackResult;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The attacks, each by one client with one account or none. */
final class Attacks implements AutoCloseable {
  static final List<String> NAMES =
      List.of(
          "sign-ins",
          "refusals",
          "token-spellings",
          "searches",
          "provider-calls",
          "refused-attempts",
          "slow-bodies",
          "override-requests");

  private static final int PRESSED = 20;
  private static final Function<AttackResult, @Nullable String> NOTHING_TO_GET = outcome -> null;

  private final AttackClient client;
  private final InetSocketAddress target;
  private final Accounts accounts;
  private final ProviderStub provider;
  private final IntSupplier auditRows;
  private final int rate;
  private final int instances;
  private final Duration time;

  /**
   * @param auditRows counts the rows of the attacker's refused attempts
   * @param rate requests a second of an attack
   * @param instances of the service; each counts by itself
   * @param time of an attack
   */
  Attacks(
      URI base,
      Accounts accounts,
      ProviderStub provider,
      IntSupplier auditRows,
      int rate,
      int instances,
      Duration time) {
    this.client = new AttackClient(base, "127.0.2.1");
    this.target = new InetSocketAddress(base.getHost(), base.getPort());
    this.accounts = accounts;
    this.provider = provider;
    this.auditRows = auditRows;
    this.rate = rate;
    this.instances = instances;
    this.time = time;
  }

  Attack of(String name) {
    String[] session = accounts.header(Accounts.ATTACKER);
    return switch (name) {
      case "sign-ins" ->
          flood(
              name,
              "one account signs in again and again",
              number -> client.post("/api/session", accounts.signIn(Accounts.ATTACKER)),
              atMost("sign-ins", signInsOfAnAccount()));
      case "refusals" ->
          flood(
              name,
              "one account presses full courses and reads its refusals",
              number ->
                  number % 4 == 0
                      ? client.post("/api/me/basket/enrollments", press(), session)
                      : client.get("/api/me/refusals", session),
              atMost("requests", requestsOfAnAccount()));
      case "token-spellings" ->
          flood(
              name,
              "one account spells its token in many ways",
              this::spelled,
              atMost("requests", requestsOfAnAccount()));
      case "searches" ->
          flood(
              name,
              "a client without an account searches all courses",
              number -> client.get("/api/courses?q=" + number + "&size=100&seatsLeft=true"),
              atMost("searches", searchesOfAnAddress()));
      case "provider-calls" ->
          flood(
              name,
              "a client without an account repeats one attempt to sign in",
              callbacks(),
              oneCallAfter(provider.calls()));
      case "refused-attempts" ->
          flood(
              name,
              "one account tries to act for another student",
              number ->
                  client.post(
                      "/api/enrollments",
                      "{\"studentId\":%d,\"courseId\":%d}"
                          .formatted(Accounts.VICTIM, 1 + number % 500),
                      session),
              attemptsSince(auditRows.getAsInt()));
      case "slow-bodies" -> new SlowBodies(target, List.of("127.0.2.2", "127.0.2.3"));
      case "override-requests" ->
          flood(
              name,
              "one account asks the desk for overrides",
              number ->
                  client.post(
                      "/api/me/overrides",
                      "{\"courseId\":%d,\"lifts\":[\"CAPACITY\"],\"text\":\"again\"}"
                          .formatted(1 + number % 500),
                      session),
              NOTHING_TO_GET);
      default -> throw new IllegalArgumentException(name);
    };
  }

  private AccountFlood flood(
      String name,
      String what,
      IntFunction<HttpRequest> request,
      Function<AttackResult, @Nullable String> judge) {
    return new AccountFlood(name, what, client, rate, request, judge);
  }

  private static Function<AttackResult, @Nullable String> atMost(String what, int most) {
    return outcome ->
        outcome.accepted() <= most
            ? null
            : "%d %s were accepted, and %d are allowed".formatted(outcome.accepted(), what, most);
  }

  // The limit of NGINX lets the first callback pass, so an attack without any call was not felt.
  private Function<AttackResult, @Nullable String> oneCallAfter(int before) {
    return outcome -> {
      int calls = provider.calls() - before;
      return calls == 1
          ? null
          : "%d calls to the identity provider for one attempt, and there has to be one"
              .formatted(calls);
    };
  }

  // 20 of a minute, and one with the number of the others, at each instance.
  private Function<AttackResult, @Nullable String> attemptsSince(int before) {
    int most = instances * 21 * (1 + (int) (time.toSeconds() + 2) / 60);
    return outcome -> {
      int rows = auditRows.getAsInt();
      return rows > before && rows - before <= most
          ? atMost("enrollments of another student", 0).apply(outcome)
          : "%d rows of the audit, and there have to be 1 to %d".formatted(rows - before, most);
    };
  }

  // NGINX: 10 a second and 50 at once. The limits of the instances allow more together.
  private int requestsOfAnAccount() {
    return 51 + 10 * (int) (time.toSeconds() + 2);
  }

  // 20 at once and 10 a second, at each instance.
  private int searchesOfAnAddress() {
    return instances * (20 + 10 * (int) (time.toSeconds() + 2));
  }

  // 10 at once and 10 a minute, at each instance.
  private int signInsOfAnAccount() {
    return instances * (11 + (int) time.toSeconds() / 6);
  }

  private static String press() {
    return IntStream.rangeClosed(1, PRESSED)
        .mapToObj("{\"courseId\":%d}"::formatted)
        .collect(Collectors.joining(",", "{\"courses\":[", "]}"));
  }

  private HttpRequest spelled(int number) {
    String token = accounts.token(Accounts.ATTACKER);
    return switch (number % 7) {
      case 0 -> client.get("/api/me/plan", "Authorization", "Bearer  " + token);
      case 1 -> client.get("/api/me/plan", "Authorization", "bearer " + token);
      case 2 -> client.get("/api/me/plan", "Cookie", "sugang=" + token + " ; x=" + number);
      case 3 ->
          client.get(
              "/api/me/plan",
              "Cookie",
              "__Host-sugang=%s; sugang=%s".formatted(decoy(number), token));
      case 4 ->
          client.get(
              "/api/me/plan",
              "Cookie",
              "a=b;\tsugang=%s; sugang=%s".formatted(decoy(number), token));
      case 5 ->
          client.get(
              "/api/me/plan",
              "Authorization",
              "Bearer\t" + decoy(number),
              "Cookie",
              "sugang=" + token);
      default -> client.get("/api/me/plan", "Cookie", "a=b;sugang=" + token);
    };
  }

  /** Returns another text each time that NGINX takes for a token. */
  private static String decoy(int number) {
    return "v1." + "%071d".formatted(number);
  }

  // One attempt, as a browser begins it.
  private IntFunction<HttpRequest> callbacks() {
    HttpResponse<String> begun = client.send(client.get("/api/session/oidc")).join();
    String location = begun == null ? "" : begun.headers().firstValue("Location").orElse("");
    if (!location.contains("state=")) {
      throw new IllegalStateException("no attempt to sign in was begun: " + begun);
    }
    String state = location.replaceFirst(".*[?&]state=([^&]*).*", "$1");
    String cookie = begun.headers().firstValue("Set-Cookie").orElseThrow().replaceFirst(";.*", "");
    return number ->
        client.get(
            "/api/session/oidc/callback?code=%d&state=%s".formatted(number, state),
            "Cookie",
            cookie);
  }

  @Override
  public void close() {
    client.close();
  }
}
