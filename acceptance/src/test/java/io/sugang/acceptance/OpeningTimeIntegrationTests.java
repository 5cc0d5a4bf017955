package io.sugang.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sugang.rows.TermRows;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Check 1: a window opens on every instance at its time by the shared clock, also where the clock
 * of the host is wrong.
 */
@AcceptanceTest
@Isolated("compares clocks")
class OpeningTimeIntegrationTests {
  /** As far as instances may be apart. */
  private static final Duration APART = Duration.ofMillis(50);

  private static final Duration WRONG_CLOCK = Duration.ofSeconds(5);
  private final Campus campus;

  OpeningTimeIntegrationTests(Campus campus) {
    this.campus = campus;
  }

  @Test
  void aWindowOpensOnEveryInstanceAtItsTime() throws Exception {
    OwnTerm term = new OwnTerm(campus);
    long course = term.course();
    int doors = Campus.INSTANCES + 1;
    List<Student> students = term.students(doors, 2, 30);
    // Nearer than the host's clock of one instance is wrong.
    Duration ahead = Duration.ofSeconds(4);
    assertThat(ahead).isLessThan(WRONG_CLOCK);
    Instant opens = Instant.now().plus(ahead).truncatedTo(ChronoUnit.MILLIS);
    term.window(null, opens, opens.plus(Duration.ofDays(1)));

    List<Callable<List<Answer>>> loops = new ArrayList<>();
    for (int i = 0; i < doors; i++) {
      Student student = students.get(i).at(campus.door(i));
      loops.add(() -> clickUntilEnrolled(student, course, opens));
    }
    List<List<Answer>> clicks = campus.rush(loops);

    for (int i = 0; i < doors; i++) {
      List<Answer> own = clicks.get(i);
      assertThat(own.getLast().enrolled()).as("door %d", i).isTrue();
      LocalDateTime arrival =
          campus
              .jdbc()
              .queryForObject(
                  "SELECT enrolled_at FROM enrollment WHERE student_id = ?",
                  LocalDateTime.class,
                  students.get(i).id());
      assertThat(arrival)
          .isAfterOrEqualTo(TermRows.utc(opens))
          .isBetween(
              TermRows.utc(own.getLast().sent().minus(APART)),
              TermRows.utc(own.getLast().answered().plus(APART)));
    }
    List<Answer> all = clicks.stream().flatMap(List::stream).toList();
    assertThat(all)
        .filteredOn(click -> click.answered().isBefore(opens.minus(APART)))
        .isNotEmpty()
        .allSatisfy(click -> click.expect("NOT_OPEN"));
    assertThat(all)
        .filteredOn(click -> click.sent().isAfter(opens.plus(APART)))
        .allSatisfy(click -> click.expect("201"));
    assertThat(all)
        .filteredOn(click -> !click.enrolled())
        .allSatisfy(click -> {
          assertThat(click.instant("opensAt")).isEqualTo(opens);
          long wait = click.body().path("waitMs").asLong();
          assertThat(click.sent().plusMillis(wait)).isBefore(opens.plus(APART));
          assertThat(click.answered().plusMillis(wait)).isAfter(opens.minus(APART));
        });
  }

  private static List<Answer> clickUntilEnrolled(Student student, long course, Instant opens) {
    List<Answer> clicks = new ArrayList<>();
    do {
      clicks.add(student.enroll(course));
    } while (clicks.getLast().status() == 409
        && clicks.getLast().sent().isBefore(opens.plusSeconds(10)));
    return clicks;
  }

  /** Without it the test above could pass because all hosts have the same clock. */
  @Test
  void theClockOfOneHostIsWrong() {
    double offset =
        campus
            .metricsOfTheFastHost()
            .lines()
            .filter(line -> line.startsWith("sugang_clock_offset_seconds"))
            .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
            .findFirst()
            .orElseThrow();
    assertThat(offset).isCloseTo(-WRONG_CLOCK.toSeconds(), within(0.5));
  }

  @Test
  void theTimeIsPublic() {
    Instant before = Instant.now();
    Answer clock = Student.send(campus.front(), campus.front().request("/clock").GET());
    clock.expect("200");
    double seconds = clock.body().path("epochSeconds").asDouble();
    assertThat(Instant.ofEpochMilli(Math.round(seconds * 1_000)))
        .isBetween(before.minus(APART), Instant.now().plus(APART));
  }
}
