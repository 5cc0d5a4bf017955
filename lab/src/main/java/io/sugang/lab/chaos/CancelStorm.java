package io.sugang.lab.chaos;

import io.sugang.lab.rush.Dataset;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** One hot course whose hundreds of students all cancel at once while others enroll. */
final class CancelStorm {
  private static final int SEATS = 400;
  private static final int CLIENTS = 100;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ScenarioContext context;
  private final Clients clients;
  private final long course;

  CancelStorm(ScenarioContext context) {
    this.context = context;
    this.clients = context.clients();
    Dataset dataset = context.dataset();
    this.course = dataset.courses()[dataset.courses().length - 1];
  }

  void prepare() throws Exception {
    new CapacityChanges(context).set(List.of(course), SEATS);
  }

  void blow(int rounds) throws Exception {
    for (int round = 0; round < rounds; round++) {
      Queue<Attempt> seated = new ConcurrentLinkedQueue<>();
      fill(seated);
      AtomicInteger cancelled = new AtomicInteger();
      Queue<Attempt> again = new ConcurrentLinkedQueue<>();
      clients.run(
          CLIENTS,
          client -> {
            for (Attempt seat = seated.poll(); seat != null; seat = seated.poll()) {
              if (client
                      .cancel(seat.plannedRequest(), seat.enrollmentId(), CancelStorm::until)
                      .status()
                  == 204) {
                cancelled.incrementAndGet();
              }
              ask(client, again);
            }
          });
      context.say("%d cancelled at once, %d enrolled".formatted(cancelled.get(), again.size()));
      clients.run(
          CLIENTS,
          client -> {
            for (Attempt seat = again.poll(); seat != null; seat = again.poll()) {
              client.cancel(seat.plannedRequest(), seat.enrollmentId(), CancelStorm::until);
            }
          });
    }
  }

  private void fill(Queue<Attempt> seated) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    clients.run(
        CLIENTS,
        client -> {
          while (seated.size() < SEATS && System.nanoTime() < end) {
            if (ask(client, seated).full()) {
              return;
            }
          }
        });
    context.requireFelt(seated.size() > SEATS / 2, "only %d have a seat".formatted(seated.size()));
  }

  private Attempt ask(Client client, Queue<Attempt> seated) {
    long[] students = context.dataset().students();
    long student = students[ThreadLocalRandom.current().nextInt(students.length)];
    Attempt attempt = client.enroll(clients.plannedRequest(student, course), "", until());
    if (attempt.won()) {
      seated.add(attempt);
    }
    return attempt;
  }

  private static long until() {
    return System.nanoTime() + PATIENCE.toNanos();
  }
}
