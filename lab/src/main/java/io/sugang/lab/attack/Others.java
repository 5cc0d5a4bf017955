package io.sugang.lab.attack;

import io.sugang.lab.loadgen.Percentiles;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Students who enroll, cancel, read, search and sign in at a steady rate, each from an address of a
 * dormitory of {@value #ADDRESSES}.
 */
final class Others implements AutoCloseable {
  private static final int ADDRESSES = 8;
  private static final int STUDENTS = 400;
  private static final int KINDS = 10;
  private static final int DIGITS = 3;
  private static final Pattern ENROLLMENT = Pattern.compile("\"enrollmentId\":(\\d+)");

  private final Accounts accounts;
  private final List<AttackClient> clients = new ArrayList<>();
  private final int rate;
  private final Queue<HeldPlace> held = new ConcurrentLinkedQueue<>();
  private int number;

  private record HeldPlace(int student, String enrollmentId) {}

  /**
   * A request in flight.
   *
   * @param expected statuses that are no error of the service
   */
  private record Sent(
      Set<Integer> expected, CompletableFuture<@Nullable HttpResponse<String>> answer) {}

  /**
   * What the others saw.
   *
   * @param errors answers that a student of the kind of request does not expect, and requests
   *     without an answer, by status (0: none)
   * @param p99 latency in milliseconds, from the time at which a request was due
   */
  record Seen(int requests, Map<Integer, Integer> errors, double p99) {
    /** Above this factor and these milliseconds a client notices. */
    private static final double FACTOR = 2;

    private static final double MILLIS = 100;

    int failed() {
      return errors.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Returns whether these requests fared worse than others without an attack. */
    boolean noticedAgainst(Seen without) {
      return failed() > without.failed() || p99 > FACTOR * without.p99 + MILLIS;
    }

    String text() {
      return String.format(
          Locale.ROOT,
          "%d requests, p99 %.0f ms, %s",
          requests,
          p99,
          failed() == 0 ? "no errors" : "errors " + errors);
    }
  }

  /**
   * @param rate requests a second
   */
  Others(java.net.URI base, Accounts accounts, int rate) {
    this.accounts = accounts;
    this.rate = rate;
    for (int address = 1; address <= ADDRESSES; address++) {
      clients.add(new AttackClient(base, "127.0.1." + address));
    }
  }

  /** Sends requests for a time, and returns what became of them. */
  Seen during(Duration time) throws InterruptedException {
    Queue<Long> latencies = new ConcurrentLinkedQueue<>();
    Map<Integer, Integer> errors = new ConcurrentHashMap<>();
    List<CompletableFuture<?>> open = new ArrayList<>();
    long begin = System.nanoTime();
    long each = TimeUnit.SECONDS.toNanos(1) / rate;
    for (int i = 0; i * each < time.toNanos(); i++) {
      long due = begin + i * each;
      TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
      Sent sent = next();
      Set<Integer> expected = sent.expected();
      open.add(
          sent.answer()
              .thenAccept(answer -> {
                latencies.add(System.nanoTime() - due);
                int status = answer == null ? 0 : answer.statusCode();
                if (!expected.contains(status)) {
                  errors.merge(status, 1, Integer::sum);
                }
              }));
    }
    awaitAll(open);
    Percentiles millis = Percentiles.ofMillis(DIGITS);
    latencies.forEach(nanos -> millis.add(nanos / 1e6));
    return new Seen(millis.count(), errors, millis.at(99));
  }

  private static void awaitAll(List<CompletableFuture<?>> open) throws InterruptedException {
    try {
      CompletableFuture.allOf(open.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException defect) {
      throw new IllegalStateException("Requests of the others did not end", defect);
    }
  }

  private Sent next() {
    int turn = number++;
    int student = Accounts.FIRST_OTHER + turn % STUDENTS;
    AttackClient client = clients.get(turn % ADDRESSES);
    String[] session = accounts.header(student);
    return switch (turn % KINDS) {
      case 0, 1, 2, 3 ->
          // 409: the course is taken or does not fit into the plan.
          new Sent(
              Set.of(201, 409),
              enroll(client, student, Accounts.FIRST_FREE_COURSE + turn / KINDS % 400));
      case 4, 5 -> {
        HeldPlace seat = held.poll();
        yield seat == null
            ? read(client, "/api/me", session)
            : new Sent(
                Set.of(204),
                client.send(
                    client.delete(
                        "/api/enrollments/" + seat.enrollmentId(),
                        accounts.header(seat.student()))));
      }
      case 6 -> read(client, "/api/me/plan", session);
      case 7 -> read(client, "/api/courses?q=a&size=20", session);
      case 8 -> read(client, "/api/me/refusals", session);
      // Each in turn: a sign-in ends the sessions of its student, and an account may not often sign
      // in.
      default -> {
        int signIn = Accounts.FIRST_SIGN_IN + turn / KINDS % Accounts.SIGN_INS;
        yield new Sent(
            Set.of(200), client.send(client.post("/api/session", accounts.signIn(signIn))));
      }
    };
  }

  private static Sent read(AttackClient client, String path, String... session) {
    return new Sent(Set.of(200), client.send(client.get(path, session)));
  }

  private CompletableFuture<@Nullable HttpResponse<String>> enroll(
      AttackClient client, int student, int course) {
    String body = "{\"studentId\":%d,\"courseId\":%d}".formatted(student, course);
    return client
        .send(client.post("/api/enrollments", body, accounts.header(student)))
        .thenApply(answer -> {
          if (answer != null && answer.statusCode() == 201) {
            Matcher id = ENROLLMENT.matcher(answer.body());
            if (id.find()) {
              held.add(new HeldPlace(student, id.group(1)));
            }
          }
          return answer;
        });
  }

  @Override
  public void close() {
    clients.forEach(AttackClient::close);
  }
}
