package io.sugang.seats.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sugang.audit.Actor;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.seats.ledger.ClaimResult.NotEnrolled;
import io.sugang.seats.ledger.ClaimResult.OutOfTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ClaimTimeLimitTests {
  private static final Duration SOON = Duration.ofSeconds(20);

  @Test
  void aClaimThatWaitsInTheQueueWasSurelyNotInserted() {
    try (ClaimTimeLimit limit = new ClaimTimeLimit(Duration.ofMillis(100))) {
      Claim claim = claim();
      limit.start(claim);
      assertThat(claim.result).succeedsWithin(SOON).isEqualTo(NotEnrolled.NOT_INSERTED);
      assertThat(claim.take()).isFalse();
    }
  }

  @Test
  void theOutcomeOfAClaimThatTheWriterHasTakenComesLate() {
    try (ClaimTimeLimit limit = new ClaimTimeLimit(Duration.ofMillis(100))) {
      Claim claim = claim();
      assertThat(claim.take()).isTrue();
      limit.start(claim);
      assertThat(claim.result).succeedsWithin(SOON).isInstanceOf(OutOfTime.class);
      CompletableFuture<ClaimResult> outcome =
          ((OutOfTime) claim.result.join()).outcome().toCompletableFuture();
      assertThat(outcome).isNotDone();
      claim.complete(NotEnrolled.FULL);
      assertThat(outcome).isCompletedWithValue(NotEnrolled.FULL);
    }
  }

  @Test
  void aClaimThatTheWriterExecutesAtItsLimitIsAwaitedForAnotherSecond() {
    try (ClaimTimeLimit limit = new ClaimTimeLimit(Duration.ofMillis(100))) {
      Claim reference = claim();
      Claim claim = claim();
      assertThat(claim.take()).isTrue();
      limit.start(claim);
      limit.start(reference);
      assertThat(reference.result).succeedsWithin(SOON).isEqualTo(NotEnrolled.NOT_INSERTED);
      claim.complete(NotEnrolled.FULL);
      assertThat(claim.result).isCompletedWithValue(NotEnrolled.FULL);
    }
  }

  @Test
  void aClaimWithAResultKeepsItAndIsForgotten() {
    try (ClaimTimeLimit limit = new ClaimTimeLimit(Duration.ofMinutes(5))) {
      Claim waiting = claim();
      limit.start(waiting);
      for (int i = 0; i < 1_000; i++) {
        Claim claim = claim();
        limit.start(claim);
        claim.result.complete(NotEnrolled.FULL);
        assertThat(claim.result).isCompletedWithValue(NotEnrolled.FULL);
      }
      await().atMost(SOON).until(() -> limit.running() == 1);
      assertThat(waiting.result).isNotDone();
      assertThat(waiting.take()).isTrue();
    }
  }

  private static Claim claim() {
    return new Claim(
        new Seat(new StudentId(1), new SeatsId(2)),
        null,
        Instant.EPOCH,
        true,
        null,
        Actor.student(1));
  }
}
