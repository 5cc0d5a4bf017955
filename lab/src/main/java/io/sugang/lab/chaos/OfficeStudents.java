package io.sugang.lab.chaos;

import io.sugang.ops.signin.Credentials;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Students who click on the office's courses, press several at once, and ask for overrides. */
final class OfficeStudents {
  private static final List<Set<String>> LIFTS =
      List.of(Set.of("CAPACITY"), Set.of("TIME_CONFLICT"), Set.of("CAPACITY", "TIME_CONFLICT"));

  private final OfficeCourses courses;
  private final long[] students;
  private final DeskClient desk;
  private final String sessionKey;
  private final AtomicLong numbers;
  private final LongSupplier until;
  private final AtomicInteger undecided = new AtomicInteger();
  private final AtomicInteger presses = new AtomicInteger();
  private final AtomicInteger confirms = new AtomicInteger();

  /**
   * @param firstNumber of their requests, beyond those of others
   * @param until gives a request up then, by {@link System#nanoTime}
   */
  OfficeStudents(
      OfficeCourses courses,
      long[] students,
      DeskClient desk,
      String sessionKey,
      long firstNumber,
      LongSupplier until) {
    this.courses = courses;
    this.students = students;
    this.desk = desk;
    this.sessionKey = sessionKey;
    this.numbers = new AtomicLong(firstNumber);
    this.until = until;
  }

  int undecided() {
    return undecided.get();
  }

  /** In the words of the log. */
  String counts() {
    return "%d presses, %d confirmed overrides".formatted(presses.get(), confirms.get());
  }

  /** The next act of one client, by its seed. */
  void act(Client client, SplittableRandom random) throws InterruptedException {
    long student = students[random.nextInt(students.length)];
    client.actAs(
        Map.of("Authorization", "Bearer " + Credentials.studentToken(sessionKey, student)));
    int next = random.nextInt(10);
    if (next < 5) {
      click(client, random, student, any(random));
    } else if (next < 8) {
      press(client, random, student);
    } else {
      override(client, random, student);
    }
  }

  private long any(SplittableRandom random) {
    // Many want the courses that change often, so that each change meets a request.
    int often = random.nextInt(6);
    if (often < 2) {
      return often == 0 ? courses.resized() : courses.closed();
    }
    List<Long> all = courses.all();
    return all.get(random.nextInt(all.size()));
  }

  private PlannedRequest plannedRequest(
      long student, long course, PlannedRequest.@Nullable Lift lift) {
    long number = numbers.getAndIncrement();
    return new PlannedRequest(
        number, student, course, PlannedRequest.Then.KEEP, false, false, number % 3 != 0, lift);
  }

  private void click(Client client, SplittableRandom random, long student, long course) {
    PlannedRequest planned = plannedRequest(student, course, null);
    maybeCancel(client, random, decided(client.enroll(planned, "", Client.PATIENCE, until)), 4);
  }

  private void press(Client client, SplittableRandom random, long student) {
    List<PlannedRequest> plannedRequests = new ArrayList<>();
    List<Long> all = new ArrayList<>(courses.all());
    for (int lines = random.nextInt(2, 5); lines > 0; lines--) {
      plannedRequests.add(plannedRequest(student, all.remove(random.nextInt(all.size())), null));
    }
    presses.incrementAndGet();
    for (Attempt line : client.press(plannedRequests, until)) {
      maybeCancel(client, random, decided(line), 4);
    }
  }

  /** The student has the colliding course before, so that each confirm meets a rule. */
  private void override(Client client, SplittableRandom random, long student)
      throws InterruptedException {
    decided(
        client.enroll(
            plannedRequest(student, courses.colliding(), null), "", Client.PATIENCE, until));
    Set<String> rules = LIFTS.get(random.nextInt(LIFTS.size()));
    long granted = granted(student, rules);
    if (granted != 0) {
      PlannedRequest planned =
          plannedRequest(student, courses.lifted(), new PlannedRequest.Lift(granted, rules));
      Attempt confirm = decided(client.enroll(planned, "", Client.PATIENCE, until));
      confirms.addAndGet(confirm.won() ? 1 : 0);
      maybeCancel(client, random, confirm, 2);
    }
  }

  /** Asks the desk, which grants; 0 where one of the two had no certain answer. */
  private long granted(long student, Set<String> rules) throws InterruptedException {
    DeskClient.DeskAnswer asked =
        desk.postAsStudent(
            student,
            "/api/me/overrides",
            "{\"courseId\":%d,\"lifts\":[\"%s\"],\"text\":\"chaos\"}"
                .formatted(courses.lifted(), String.join("\",\"", rules)));
    long id = asked.status() == 201 ? asked.body().path("overrideId").asLong() : 0;
    if (id == 0) {
      return 0;
    }
    DeskClient.DeskAnswer decision =
        desk.post(
            "/api/desk/overrides/%d/decision".formatted(id),
            "{\"decision\":\"GRANT\",\"reason\":\"chaos\",\"expiresAt\":\"%s\"}"
                // two hours ahead also where the clock of Redis is
                .formatted(Instant.now().plus(Duration.ofDays(1))));
    return decision.status() == 200 ? id : 0;
  }

  private void maybeCancel(Client client, SplittableRandom random, Attempt won, int oneOf) {
    if (won.won() && random.nextInt(oneOf) == 0) {
      decided(client.cancel(won.plannedRequest(), won.enrollmentId(), until));
    }
  }

  private Attempt decided(Attempt last) {
    if (!last.definitive()) {
      undecided.incrementAndGet();
    }
    return last;
  }
}
