package io.sugang.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.rows.TermRows;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Check 3: requests that arrived before the end of a window may be enrolled, later ones not. */
@AcceptanceTest
@Isolated("compares clocks")
class ClosingTimeIntegrationTests {
  /** As far as the clocks of this test and of an instance may be apart. */
  private static final Duration APART = Duration.ofMillis(50);

  private static final int CLIENTS = 16;
  private final Campus campus;

  ClosingTimeIntegrationTests(Campus campus) {
    this.campus = campus;
  }

  @Test
  void noRowArrivedAfterTheEnd() throws Exception {
    OwnTerm term = new OwnTerm(campus);
    long course = term.course();
    // Each clicks once, so that a rush passes over the end.
    List<List<Student>> queues = new ArrayList<>();
    for (int client = 0; client < CLIENTS; client++) {
      queues.add(term.students(Scale.of(2_500), 2, 30));
    }
    Instant closes = Instant.now().plus(Duration.ofSeconds(4)).truncatedTo(ChronoUnit.MILLIS);
    term.window(null, closes.minus(Duration.ofDays(1)), closes);

    Map<Long, Answer> answers = new HashMap<>();
    List<Callable<Map<Long, Answer>>> clients =
        queues.stream()
            .<Callable<Map<Long, Answer>>>map(queue -> () -> clickOverTheEnd(queue, course, closes))
            .toList();
    campus.rush(clients).forEach(answers::putAll);

    assertThat(answers.values())
        .allSatisfy(answer -> assertThat(answer.code()).isIn("201", "CLOSED"));
    assertThat(answers.values())
        .filteredOn(answer -> answer.answered().isBefore(closes.minus(APART)))
        .isNotEmpty()
        .allSatisfy(answer -> answer.expect("201"));
    assertThat(answers.values())
        .filteredOn(answer -> answer.sent().isAfter(closes.plus(APART)))
        .isNotEmpty()
        .allSatisfy(answer -> answer.expect("CLOSED"));
    assertThat(answers.values())
        .filteredOn(answer -> !answer.enrolled())
        .allSatisfy(answer -> assertThat(answer.instant("closedAt")).isEqualTo(closes));

    Map<Long, LocalDateTime> arrivals = new HashMap<>();
    campus
        .jdbc()
        .query(
            "SELECT student_id, enrolled_at FROM enrollment WHERE course_id = ?",
            row -> {
              arrivals.put(row.getLong(1), row.getObject(2, LocalDateTime.class));
            },
            course);
    assertThat(arrivals.values())
        .allSatisfy(arrival -> assertThat(arrival).isBefore(TermRows.utc(closes)));
    answers.forEach((student, answer) ->
        assertThat(arrivals.containsKey(student)).isEqualTo(answer.enrolled()));
    assertThat(arrivals.keySet()).isSubsetOf(answers.keySet());
  }

  private static Map<Long, Answer> clickOverTheEnd(
      List<Student> queue, long course, Instant closes) {
    Map<Long, Answer> answers = new HashMap<>();
    for (Student student : queue) {
      Answer answer = student.enrollUntilDecided(course);
      answers.put(student.id(), answer);
      if (answer.sent().isAfter(closes.plusMillis(500))) {
        return answers;
      }
    }
    // All have clicked before the end: the last one clicks until it is over.
    Student last = queue.getLast();
    Answer answer = answers.get(last.id());
    while (answer != null && !answer.sent().isAfter(closes.plusMillis(500))) {
      answer = last.enroll(course);
      assertThat(answer.code()).isIn("ALREADY_ENROLLED", "CLOSED");
    }
    return answers;
  }
}
