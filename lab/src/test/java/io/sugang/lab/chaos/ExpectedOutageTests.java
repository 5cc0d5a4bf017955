package io.sugang.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.lab.chaos.Attempt.AttemptKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Times are in milliseconds; MySQL is away from 100 to 200. */
class ExpectedOutageTests {
  private static final long MILLI = 1_000_000;

  private final List<Attempt> attempts = new ArrayList<>();

  @Test
  void refusalsAreSilence() {
    attempt("a", 0, 10, 201, null);
    attempt("b", 110, 120, 503, "UNAVAILABLE");
    attempt("b", 210, 220, 201, null);
    assertThat(doubt()).isNull();
  }

  @Test
  void aSeatThatIsWonMeanwhileShowsThatTheFaultWasNotFelt() {
    attempt("a", 110, 120, 201, null);
    attempt("b", 130, 140, 201, null);
    assertThat(doubt()).isEqualTo("2 were enrolled while MySQL was away");
  }

  @Test
  void aSeatThatWasAskedForBeforeOrToldAfterwardsSaysNothing() {
    attempt("a", 90, 110, 201, null);
    attempt("b", 190, 210, 201, null);
    assertThat(doubt()).isNull();
  }

  @Test
  void aRepetitionMayBeToldOfTheRowOfAnEarlierRequest() {
    attempt("a", 50, 99, 0, null);
    attempt("a", 110, 120, 201, null);
    assertThat(doubt()).isNull();
  }

  @Test
  void whoWaitsAllTheTimeAsks() {
    attempt("a", 50, 250, 0, null);
    assertThat(doubt()).isNull();
  }

  @Test
  void nothingIsKnownWhenNobodyAsked() {
    attempt("a", 50, 60, 201, null);
    attempt("b", 210, 220, 201, null);
    assertThat(doubt()).isEqualTo("no request was sent while MySQL was away");
  }

  private void attempt(String key, long start, long end, int status, @Nullable String code) {
    attempts.add(
        new Attempt(
            AttemptKind.ENROLL,
            new PlannedRequest(0, 1, 1, PlannedRequest.Then.KEEP, false, false, true),
            key,
            1,
            1,
            0,
            start * MILLI,
            end * MILLI,
            status,
            code,
            status == 201 ? 1 : 0,
            null));
  }

  private @Nullable String doubt() {
    return new ExpectedOutage("MySQL was away", new TimeWindow(100 * MILLI, 200 * MILLI))
        .doubt(attempts);
  }
}
