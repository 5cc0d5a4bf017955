package io.sugang.lab.rush;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.lab.rush.Tally.AnswerKind;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TallyTests {
  private static final long MILLI = 1_000_000;

  private final Tally tally = new Tally();

  @Test
  void countsPerStatusAndCode() {
    tally.add(answer(201, null, 0, 0, 5));
    tally.add(answer(201, null, 0, 0, 5));
    tally.add(answer(409, "COURSE_FULL", 0, 0, 5));
    tally.add(answer(409, "ALREADY_ENROLLED", 0, 0, 5));
    tally.add(answer(503, "TEMPORARILY_UNAVAILABLE", 0, 0, 5));
    tally.add(new RequestOutcome(new Pair(1, 1), 0, null, null, "refused", 0, 0, 5 * MILLI));
    assertThat(tally.kinds())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                new AnswerKind(0, "refused"), 1L,
                new AnswerKind(201, null), 2L,
                new AnswerKind(409, "ALREADY_ENROLLED"), 1L,
                new AnswerKind(409, "COURSE_FULL"), 1L,
                new AnswerKind(503, "TEMPORARILY_UNAVAILABLE"), 1L));
    assertThat(tally.answers()).isEqualTo(6);
    assertThat(tally.won()).isEqualTo(2);
    assertThat(tally.refused()).isEqualTo(2);
    assertThat(tally.lost()).isEqualTo(1);
    assertThat(tally.unforeseen()).isZero();
  }

  @Test
  void answersThatTheContractDoesNotKnowAreUnforeseen() {
    tally.add(answer(500, null, 0, 0, 5));
    tally.add(answer(404, "STUDENT_NOT_FOUND", 0, 0, 5));
    assertThat(tally.unforeseen()).isEqualTo(2);
  }

  @Test
  void latencyIsCountedFromWhenARequestWasDueAndApartFromWhenItWasSent() {
    tally.add(answer(201, null, 10, 60, 100));
    assertThat(millis(tally.latencyOfWon().sinceDue().getMaxValue())).isEqualTo(90);
    assertThat(millis(tally.latencyOfWon().sinceSent().getMaxValue())).isEqualTo(40);
    assertThat(tally.latencyOfRefused().sinceDue().getTotalCount()).isZero();
  }

  @Test
  void percentilesAreThoseOfTheAnswers() {
    for (int i = 1; i <= 1_000; i++) {
      tally.add(answer(409, "COURSE_FULL", 0, 0, i));
    }
    assertThat(millis(tally.latencyOfRefused().sinceDue().getValueAtPercentile(50))).isEqualTo(500);
    assertThat(millis(tally.latencyOfRefused().sinceDue().getValueAtPercentile(99))).isEqualTo(990);
    assertThat(millis(tally.latencyOfAll().sinceDue().getMaxValue())).isEqualTo(1_000);
  }

  @Test
  void namesTheFirstFullCourse() {
    assertThat(tally.firstFull()).isNull();
    tally.add(answer(409, "COURSE_FULL", 0, 0, 30));
    tally.add(answer(409, "COURSE_FULL", 0, 0, 20));
    assertThat(tally.firstFull()).isEqualTo(Duration.ofMillis(20));
    assertThat(tally.fullCourses()).isEqualTo(1);
  }

  private static RequestOutcome answer(
      int status, @Nullable String code, long due, long sent, long end) {
    return new RequestOutcome(
        new Pair(1, 1),
        status,
        code,
        null,
        null,
        due * MILLI,
        Math.max(1, sent * MILLI),
        end * MILLI);
  }

  private static long millis(long micros) {
    return Math.round(micros / 1_000.0);
  }
}
