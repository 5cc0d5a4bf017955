package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.signin.SessionRegister.Reach;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What an instance says of ended sessions while Redis takes no entry. */
class EntriesToSendTests {
  private static final long STUDENT = 17;
  private static final long LONGEST = 100_000;
  private static final SessionToken OLDER = session(STUDENT, 1_000, 7);
  private static final SessionToken NEWER = session(STUDENT, 1_001, 3);

  private final EndedSessions ended = new EndedSessions(LONGEST);
  private final List<SessionEntry> sent = new ArrayList<>();
  private boolean away = true;

  @Test
  void ofTwoSignInsTheNewerWaitsInEitherOrder() {
    SessionEntry older = begun(OLDER);
    SessionEntry newer = begun(NEWER);
    for (List<SessionEntry> order : List.of(List.of(older, newer), List.of(newer, older))) {
      sent.clear();
      away = true;
      EntriesToSend entries = entries(10);
      order.forEach(entry -> assertThat(entries.send(entry)).isEqualTo(Reach.ALL_LATER));
      away = false;
      entries.sendWaiting();
      assertThat(sent).containsExactly(newer);
      assertThat(entries.waits(newer.about())).isFalse();
    }
  }

  @Test
  void ofOneMillisecondTheGreaterIdIsTheNewer() {
    SessionEntry small = begun(session(STUDENT, 1_000, 3));
    SessionEntry great = begun(session(STUDENT, 1_000, 7));
    assertThat(small.newerOf(great)).isEqualTo(great);
    assertThat(great.newerOf(small)).isEqualTo(great);
  }

  @Test
  void aSignOutIsNewerThanItsSignIn() {
    SessionEntry begin = begun(OLDER);
    SessionEntry end = SessionEntry.ended(OLDER, 2_000);
    assertThat(begin.newerOf(end)).isEqualTo(end);
    assertThat(end.newerOf(begin)).isEqualTo(end);
    assertThat(end.newerOf(begun(NEWER))).isEqualTo(begun(NEWER));
  }

  @Test
  void anOlderEntryThatIsSentLeavesTheNewerOneWaiting() {
    EntriesToSend entries = entries(10);
    SessionEntry newer = begun(NEWER);
    entries.send(newer);
    away = false;
    assertThat(entries.send(begun(OLDER))).isEqualTo(Reach.ALL_INSTANCES);
    assertThat(entries.waits(newer.about())).isTrue();
    entries.sendWaiting();
    assertThat(sent).containsExactly(begun(OLDER), newer);
  }

  @Test
  void aNewerEntryThatIsSentTakesTheOlderOneAway() {
    EntriesToSend entries = entries(10);
    entries.send(begun(OLDER));
    away = false;
    assertThat(entries.send(begun(NEWER))).isEqualTo(Reach.ALL_INSTANCES);
    assertThat(entries.waits(begun(OLDER).about())).isFalse();
  }

  /** What becomes of the first entry is not known, so the second sign-out sends its own. */
  @Test
  void aSignOutWhileAnotherIsUnderWayIsSentToo() throws Exception {
    var asked = new CountDownLatch(1);
    var bothAsked = new CountDownLatch(2);
    var answers = new CountDownLatch(1);
    var entries =
        new EntriesToSend(
            entry -> {
              asked.countDown();
              bothAsked.countDown();
              assertThat(ended.of(OLDER)).isNotNull();
              await(answers);
              return true;
            },
            ended,
            10);
    SessionEntry end = SessionEntry.ended(OLDER, 2_000);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Reach> first = threads.submit(() -> entries.send(end));
      await(asked);
      Future<Reach> second = threads.submit(() -> entries.end(OLDER, 2_001, LONGEST));
      try {
        await(bothAsked);
      } finally {
        answers.countDown();
      }
      assertThat(first.get()).isEqualTo(Reach.ALL_INSTANCES);
      assertThat(second.get()).isEqualTo(Reach.ALL_INSTANCES);
    }
    assertThat(entries.waits(end.about())).isFalse();
  }

  @Test
  void anEntryWithoutAPlaceIsSentByTheNextSignOut() {
    EntriesToSend entries = entries(1);
    entries.send(begun(NEWER));
    SessionToken other = session(STUDENT + 1, 1_500, 1);
    SessionEntry end = SessionEntry.ended(other, 2_000);
    assertThat(entries.end(other, 2_000, LONGEST)).isEqualTo(Reach.ONE_INSTANCE);
    assertThat(entries.waits(end.about())).isFalse();
    assertThat(ended.of(other)).isNotNull();
    assertThat(entries.end(other, 2_100, LONGEST)).isEqualTo(Reach.ONE_INSTANCE);
    // One about whom an entry waits already needs no other place.
    assertThat(entries.end(NEWER, 2_200, LONGEST)).isEqualTo(Reach.ALL_LATER);
    away = false;
    entries.sendWaiting();
    assertThat(entries.end(other, 2_300, LONGEST)).isEqualTo(Reach.ALL_INSTANCES);
    assertThat(sent)
        .containsExactly(SessionEntry.ended(NEWER, 2_200), SessionEntry.ended(other, 2_300));
  }

  @Test
  void aWaitingEntryThatDoesNotEndTheSessionIsNoSignOut() {
    EntriesToSend entries = entries(1);
    SessionToken other = session(STUDENT + 1, 1_500, 1);
    // Of the student, who signed in again elsewhere, the older session waits.
    entries.send(begun(OLDER));
    assertThat(entries.end(NEWER, 2_000, LONGEST)).isEqualTo(Reach.ALL_LATER);
    assertThat(entries.end(other, 2_000, LONGEST)).isEqualTo(Reach.ONE_INSTANCE);
    away = false;
    entries.sendWaiting();
    assertThat(sent).containsExactly(SessionEntry.ended(NEWER, 2_000));
  }

  @Test
  void aSessionThatEndedIsNotSentAgain() {
    EntriesToSend entries = entries(10);
    away = false;
    assertThat(entries.end(OLDER, 2_000, LONGEST)).isEqualTo(Reach.ALL_INSTANCES);
    assertThat(entries.end(OLDER, 2_100, LONGEST)).isEqualTo(Reach.ALL_INSTANCES);
    assertThat(sent).hasSize(1);
  }

  @Test
  void aLostEntryCountsUntilItsTokensHaveExpired() {
    EntriesToSend entries = entries(0);
    assertThat(entries.end(OLDER, 2_000, LONGEST)).isEqualTo(Reach.ONE_INSTANCE);
    assertThat(entries.end(OLDER, 2_000 + LONGEST, LONGEST)).isEqualTo(Reach.ONE_INSTANCE);
    // That was lost in its turn.
    assertThat(entries.end(OLDER, 2_001 + 2 * LONGEST, LONGEST)).isEqualTo(Reach.ALL_INSTANCES);
    assertThat(sent).isEmpty();
  }

  private EntriesToSend entries(int most) {
    return new EntriesToSend(entry -> !away && sent.add(entry), ended, most);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
  }

  private static SessionEntry begun(SessionToken session) {
    return SessionEntry.begun(session, "curl", SessionEntry.NONE);
  }

  private static SessionToken session(long student, long signedInAt, long id) {
    return new SessionToken(
        Role.STUDENT, student, SessionToken.signInId(id), signedInAt, signedInAt + 90_000);
  }
}
