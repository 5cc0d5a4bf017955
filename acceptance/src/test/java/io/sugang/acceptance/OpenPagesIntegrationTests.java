package io.sugang.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Check 30, of many pages: they are polled, NGINX answers for the seats, and none is old. */
@AcceptanceTest
@Isolated("measures the instances")
@Tag("extended")
class OpenPagesIntegrationTests {
  private static final Duration OPEN = Duration.ofSeconds(15);
  private static final int DEPARTMENTS = 20;

  private final Campus campus;

  OpenPagesIntegrationTests(Campus campus) {
    this.campus = campus;
  }

  @Test
  void pagesThatAreOpenSeeSeatsAtMostTwoSecondsOldAndHardlyAskTheInstances() throws Exception {
    int count = Scale.of(10_000);
    List<String> departments = new ArrayList<>();
    List<Student> students = new ArrayList<>();
    for (int i = 0; i < DEPARTMENTS; i++) {
      OwnTerm term = new OwnTerm(campus).open();
      term.course();
      departments.add(term.departmentName());
      students.addAll(term.students(count / DEPARTMENTS + 1, 2, 18));
    }
    URI target = URI.create("http://127.0.0.1:" + campus.front().port());
    OpenPages pages =
        new OpenPages(
            target,
            departments,
            count,
            page -> students.get(page).credential().substring("Bearer ".length()));
    pages.open(Duration.ofSeconds(count / 200));
    pages.forget();
    Duration before = campus.cpuTime();
    long served = campus.seatRequests();
    pages.stay(OPEN);
    Duration used = campus.cpuTime().minus(before);
    long asked = campus.seatRequests() - served;
    Map<String, Long> answers = pages.answers();
    pages.close();

    // A figure; a test asserts no speed.
    System.out.printf(
        Locale.ROOT,
        "%,d pages used %.1f %% of a core in three instances; %s; seats asked for %d times, %d ms old at most%n",
        count,
        100.0 * used.toMillis() / OPEN.toMillis(),
        answers,
        asked,
        pages.seatAge(100));
    long polls = answers.getOrDefault("/api/seats 200", 0L);
    assertThat(answers.keySet()).noneMatch(answer -> answer.matches(".* (429|5..|no answer)"));
    // Each two seconds, give or take 30 percent.
    assertThat(polls).isGreaterThan((long) (count * OPEN.toSeconds() / 2.6 * 0.5));
    assertThat(pages.seatAge(100)).isLessThanOrEqualTo(2_000);
    // A second of a department is one request, or a second one, however many pages are open.
    assertThat(asked).isLessThanOrEqualTo(2 * DEPARTMENTS * (OPEN.toSeconds() + 2)).isPositive();
  }
}
