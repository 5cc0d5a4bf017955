package io.sugang.lab.chaos;

import io.sugang.lab.rush.Dataset;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * A few full courses whose students cancel and enroll again at the same instant, while others ask
 * all the time. No part fails: a seat whose cancel was answered can be taken by the next request.
 */
final class CancelCrowd {
  private static final int COURSES = OfficeCourses.OF_SCENARIOS;
  private static final int FILLING = 8;
  private static final int PAIRS = 4;
  private static final int ASKING = 6;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  // On a busy machine a pair takes a second, and a few pairs seldom meet a load of the roster.
  private static final int ENOUGH = 500;
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private final ScenarioContext context;
  private final Clients clients;
  private final Dataset dataset;
  private final Map<Long, Queue<Attempt>> seated = new HashMap<>();
  private final AtomicInteger pairs = new AtomicInteger();
  private final AtomicInteger asked = new AtomicInteger();

  CancelCrowd(ScenarioContext context) {
    this.context = context;
    this.clients = context.clients();
    this.dataset = context.dataset();
  }

  /** Fills the courses, before the load begins. */
  void fill() throws Exception {
    for (int i = 0; i < COURSES; i++) {
      // the planned requests of the load begin with the first courses
      long course = dataset.courses()[dataset.courses().length - 1 - i];
      Queue<Attempt> seats = new ConcurrentLinkedQueue<>();
      seated.put(course, seats);
      clients.run(
          FILLING,
          client -> {
            while (!ask(client, course, seats).full()) {
              Thread.sleep(1);
            }
          });
    }
  }

  /** Lasts for {@code length}, and until there were enough pairs. */
  void gather(Duration length) throws Exception {
    long begin = System.nanoTime();
    BooleanSupplier goesOn =
        () -> {
          long passed = System.nanoTime() - begin;
          return passed < length.toNanos() || pairs.get() < ENOUGH && passed < LONGEST.toNanos();
        };
    List<Thread> threads = new ArrayList<>();
    for (Map.Entry<Long, Queue<Attempt>> course : seated.entrySet()) {
      threads.addAll(
          clients.start(PAIRS, client -> pair(client, course.getKey(), course.getValue(), goesOn)));
      threads.addAll(
          clients.start(
              ASKING,
              client -> {
                while (goesOn.getAsBoolean()) {
                  ask(client, course.getKey(), course.getValue());
                  asked.incrementAndGet();
                  Thread.sleep(ThreadLocalRandom.current().nextInt(2, 12));
                }
              }));
    }
    Clients.join(threads);
    context.say(
        "%,d pairs of cancel and enrollment of one student, %,d requests of others"
            .formatted(pairs.get(), asked.get()));
    context.requireFelt(
        pairs.get() >= ENOUGH,
        "only %d of %d pairs of cancel and enrollment were sent".formatted(pairs.get(), ENOUGH));
  }

  private Attempt ask(Client client, long course, Queue<Attempt> seats) {
    long[] students = dataset.students();
    long student = students[ThreadLocalRandom.current().nextInt(students.length)];
    Attempt attempt = client.enroll(clients.plannedRequest(student, course), "", until());
    keep(attempt, seats);
    return attempt;
  }

  private void pair(Client client, long course, Queue<Attempt> seats, BooleanSupplier goesOn)
      throws InterruptedException {
    // both wait for each other, so that their requests begin together
    Phaser together = new Phaser(2);
    Queue<Attempt> turns = new ConcurrentLinkedQueue<>();
    Thread other;
    try {
      other =
          clients
              .start(
                  1,
                  second -> {
                    while (together.arriveAndAwaitAdvance() >= 0) {
                      Attempt seat = turns.poll();
                      if (seat != null) {
                        PlannedRequest planned = clients.plannedRequest(seat.studentId(), course);
                        keep(second.enroll(planned, "", until()), seats);
                      }
                      together.arriveAndAwaitAdvance();
                    }
                  })
              .getFirst();
    } catch (Exception notStarted) {
      throw new IllegalStateException(notStarted);
    }
    while (goesOn.getAsBoolean()) {
      Attempt seat = seats.poll();
      if (seat == null) {
        Thread.sleep(2);
        continue;
      }
      turns.add(seat);
      together.arriveAndAwaitAdvance();
      client.cancel(seat.plannedRequest(), seat.enrollmentId(), CancelCrowd::until);
      together.arriveAndAwaitAdvance();
      pairs.incrementAndGet();
      Thread.sleep(ThreadLocalRandom.current().nextInt(10, 60));
    }
    together.forceTermination();
    other.join();
  }

  private static void keep(Attempt attempt, Queue<Attempt> seats) {
    if (attempt.won()) {
      seats.add(attempt);
    }
  }

  private static long until() {
    return System.nanoTime() + PATIENCE.toNanos();
  }
}
