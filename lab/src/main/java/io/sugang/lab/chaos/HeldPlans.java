package io.sugang.lab.chaos;

import io.sugang.lab.control.Operation.Sql;
import io.sugang.lab.control.Operator;
import io.sugang.lab.rush.Dataset;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * A transaction holds the plans of students for longer than a cancel waits. Their cancels are
 * answered 503, and each looks and finds the enrollment. It has to stay when the lock ends.
 */
final class HeldPlans {
  private static final int STUDENTS = 30;
  private static final int HELD_SECONDS = 7;
  private static final double LOCKED_AFTER = 0.7;
  private static final double LATE = 3;
  private static final long PATIENCE = 30_000_000_000L;

  private final ScenarioContext context;
  private final Clients clients;

  HeldPlans(ScenarioContext context) {
    this.context = context;
    this.clients = context.clients();
  }

  void run() throws Exception {
    Queue<Attempt> seated = seats();
    String students =
        seated.stream()
            .map(attempt -> Long.toString(attempt.studentId()))
            .collect(Collectors.joining(","));
    List<String> failures = new ArrayList<>();
    Thread holder =
        Thread.ofVirtual()
            .start(() -> {
              try {
                context.performQuietly(
                    new Sql(
                        "USE sugang; START TRANSACTION; SELECT COUNT(*) INTO @held FROM (SELECT student_id FROM student_term WHERE student_id IN (%s) ORDER BY student_id, term_id FOR UPDATE) plans; DO SLEEP(%d); ROLLBACK;"
                            .formatted(students, HELD_SECONDS)));
              } catch (IOException | Operator.Unsupported failed) {
                failures.add(String.valueOf(failed.getMessage()));
              }
            });
    context.last(LOCKED_AFTER);
    AtomicInteger kept = new AtomicInteger();
    clients.run(
        STUDENTS,
        client -> {
          for (Attempt seat = seated.poll(); seat != null; seat = seated.poll()) {
            if (client
                .cancel(seat.plannedRequest(), seat.enrollmentId(), System::nanoTime)
                .seen()) {
              kept.incrementAndGet();
            }
          }
        });
    holder.join();
    context.requireFelt(failures.isEmpty(), "the plans were not held: " + failures);
    context.last(LATE);
    context.say("%d students kept what their cancel had left".formatted(kept.get()));
    context.requireFelt(kept.get() > 0, "no cancel was answered 503");
  }

  private Queue<Attempt> seats() throws Exception {
    Dataset dataset = context.dataset();
    long course = dataset.courses()[dataset.courses().length - 1];
    long[] students = dataset.students();
    Queue<Attempt> seated = new ConcurrentLinkedQueue<>();
    clients.run(
        STUDENTS,
        client -> {
          for (int tries = 0; tries < 20; tries++) {
            long student = students[ThreadLocalRandom.current().nextInt(students.length)];
            Attempt attempt =
                client.enroll(looking(student, course), "", System.nanoTime() + PATIENCE);
            if (attempt.won()) {
              seated.add(attempt);
              return;
            }
          }
        });
    context.requireFelt(!seated.isEmpty(), "no student has a seat");
    return seated;
  }

  // Of a student who looks after a 503.
  private PlannedRequest looking(long student, long course) {
    PlannedRequest planned = clients.plannedRequest(student, course);
    return planned.number() % 2 == 0 ? planned : clients.plannedRequest(student, course);
  }
}
