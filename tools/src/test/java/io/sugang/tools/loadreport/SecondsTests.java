package io.sugang.tools.loadreport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SecondsTests {

  private static final long BEGIN = 1_795_254_732_226L;

  private final Seconds seconds = new Seconds();

  @Test
  void countsFromTheFirstAnswer() {
    users(-5_000, 100);
    answer(0, "won", 1);
    answer(999, "won", 1);
    answer(1_000, "full", 1);

    assertThat(seconds.all())
        .extracting(Second::at, Second::outcomes)
        .containsExactly(tuple(0, Map.of("won", 2)), tuple(1, Map.of("full", 1)));
  }

  @Test
  void keepsWhatComesInDisorder() {
    answer(0, "won", 1);
    answer(2_500, "won", 1);
    answer(1_500, "full", 1);
    answer(-300, "full", 1);

    assertThat(seconds.all()).extracting(Second::answers).containsExactly(2, 1, 1);
  }

  @Test
  void losesNothingThatComesVeryLate() {
    answer(0, "won", 1);
    answer(60_000, "won", 1);
    answer(1_000, "won", 1);

    assertThat(seconds.all()).hasSize(61);
    assertThat(seconds.all().stream().mapToInt(Second::answers).sum()).isEqualTo(3);
  }

  @Test
  void showsASecondWithoutAnswersAsZeros() {
    answer(0, "won", 5);
    answer(2_000, "won", 5);

    assertThat(seconds.all().get(1)).isEqualTo(new Second(1, Map.of(), 0, 0, 0, 0, 0));
  }

  @Test
  void takesPercentilesOfTheTimesOfASecond() {
    for (int i = 1; i <= 200; i++) {
      answer(0, "read", i);
    }

    assertThat(seconds.all().getFirst())
        .extracting(Second::p50, Second::p95, Second::p99)
        .containsExactly(100.0, 190.0, 198.0);
  }

  @Test
  void addsDroppedRequestsAndKeepsTheMostUsers() {
    answer(0, "read", 1);
    seconds.add(new K6Sample(K6Sample.Metric.DROPPED, BEGIN + 10, 2, ""));
    seconds.add(new K6Sample(K6Sample.Metric.DROPPED, BEGIN + 20, 1, ""));
    users(30, 9);
    users(40, 4);

    assertThat(seconds.all().getFirst())
        .extracting(Second::dropped, Second::users)
        .containsExactly(3, 9);
  }

  @Test
  void knowsTheLastSecondThatIsOver() {
    assertThat(seconds.lastWhole()).isNull();
    answer(0, "read", 1);
    assertThat(seconds.lastWhole()).isNull();
    answer(1_200, "read", 1);
    assertThat(seconds.lastWhole()).isNotNull().extracting(Second::at).isEqualTo(0);
  }

  private void answer(long after, String outcome, double took) {
    seconds.add(new K6Sample(K6Sample.Metric.ANSWER, BEGIN + after, took, outcome));
  }

  private void users(long after, int users) {
    seconds.add(new K6Sample(K6Sample.Metric.USERS, BEGIN + after, users, ""));
  }
}
