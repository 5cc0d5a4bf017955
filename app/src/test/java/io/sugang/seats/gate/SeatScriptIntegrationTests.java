package io.sugang.seats.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import io.sugang.platform.ids.SeatsId;
import io.sugang.servers.RedisAdministrator;
import io.sugang.servers.Servers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every script alone on a real Redis: every return code, and what it leaves behind. */
class SeatScriptIntegrationTests {
  private static final SeatKeys COURSE = SeatKeys.of(new SeatsId(8_000_001));

  @AutoClose
  private static final RedisAdministrator ADMINISTRATOR = Servers.redis().administrator();

  private static final RedisCommands<String, String> redis = ADMINISTRATOR.commands();

  @BeforeEach
  void forgetTheCourse() {
    redis.del(COURSE.students(), COURSE.pending(), COURSE.capacity(), COURSE.ticket());
  }

  private static SeatCode call(SeatScript script, String[] keys, String... args) {
    return SeatCode.of(redis.eval(script.source(), ScriptOutputType.INTEGER, keys, args));
  }

  private static SeatCode enroll(long student, String token) {
    return call(SeatScript.ENROLL, COURSE.forEnroll(), Long.toString(student), token, in(10));
  }

  /** Milliseconds of Redis' time, in so many seconds. */
  private static String in(int seconds) {
    return Long.toString((Long.parseLong(redis.time().getFirst()) + seconds) * 1_000);
  }

  private static SeatCode confirm(long student, String token) {
    return call(SeatScript.CONFIRM, COURSE.forConfirm(), Long.toString(student), token);
  }

  private static SeatCode release(long student, String token) {
    return call(SeatScript.RELEASE, COURSE.forRelease(), Long.toString(student), token);
  }

  private static SeatCode mark(long student, String token) {
    return call(
        SeatScript.MARK_CANCEL, COURSE.forMarkCancel(), Long.toString(student), token, in(10));
  }

  private static List<Object> begin(String uuid) {
    return redis.eval(
        SeatScript.BEGIN_ROSTER_LOAD.source(),
        ScriptOutputType.MULTI,
        COURSE.forBeginRosterLoad(),
        uuid);
  }

  private static SeatCode load(String ticket, int capacity, long... roster) {
    List<String> args = new ArrayList<>(List.of(ticket, Integer.toString(capacity)));
    LongStream.of(roster).mapToObj(Long::toString).forEach(args::add);
    return call(SeatScript.LOAD_ROSTER, COURSE.forLoadRoster(), args.toArray(String[]::new));
  }

  private static void loaded(int capacity, long... roster) {
    begin("ticket-of-the-test");
    assertThat(load("ticket-of-the-test", capacity, roster)).isEqualTo(SeatCode.OK);
  }

  private static String tokenOf(long student) {
    String entry = redis.hget(COURSE.pending(), Long.toString(student));
    return entry == null ? "" : entry.substring(0, entry.lastIndexOf('|'));
  }

  private static SeatCode raise(int capacity) {
    return call(SeatScript.RAISE_CAPACITY, COURSE.forRaiseCapacity(), Integer.toString(capacity));
  }

  // ---- raise ----

  @Test
  void aRaisedCapacityCanBeTakenAtOnceAndALoadFromBeforeIsStale() {
    loaded(1, 1);
    begin("t-before");
    assertThat(raise(2)).isEqualTo(SeatCode.OK);
    assertThat(load("t-before", 1, 1)).isEqualTo(SeatCode.STALE);
    assertThat(enroll(7, "t1")).isEqualTo(SeatCode.GRANTED);
    assertThat(enroll(8, "t2")).isEqualTo(SeatCode.FULL);
  }

  @Test
  void raiseNeverLowers() {
    loaded(10);
    assertThat(raise(9)).isEqualTo(SeatCode.OK);
    assertThat(redis.get(COURSE.capacity())).isEqualTo("10");
  }

  @Test
  void raiseOfACourseThatIsNotLoadedLeavesItSoAndStalesTheLoad() {
    begin("t-before");
    assertThat(raise(9)).isEqualTo(SeatCode.NOT_LOADED);
    assertThat(redis.exists(COURSE.capacity())).isZero();
    assertThat(load("t-before", 1, 1)).isEqualTo(SeatCode.STALE);
  }

  // ---- enroll ----

  @Test
  void enrollGrantsAFreeSeatAndLeavesItOpen() {
    loaded(1);
    long before = Long.parseLong(redis.time().getFirst()) * 1000;
    assertThat(enroll(7, "t1")).isEqualTo(SeatCode.GRANTED);
    assertThat(redis.smembers(COURSE.students())).containsExactly("7");
    assertThat(redis.hgetall(COURSE.pending())).containsOnlyKeys("7");
    String entry = redis.hget(COURSE.pending(), "7");
    assertThat(entry).startsWith("t1|");
    assertThat(Long.parseLong(entry.substring(3))).isBetween(before, before + 60_000);
  }

  @Test
  void enrollRefusesWhenEverySeatIsHeldAndChangesNothing() {
    loaded(1, 1);
    assertThat(enroll(7, "t1")).isEqualTo(SeatCode.FULL);
    assertThat(redis.smembers(COURSE.students())).containsExactly("1");
    assertThat(redis.exists(COURSE.pending())).isZero();
  }

  @Test
  void enrollCountsOpenGrantsAsTaken() {
    loaded(1);
    enroll(7, "t1");
    assertThat(enroll(8, "t2")).isEqualTo(SeatCode.FULL);
  }

  @Test
  void enrollTellsAConfirmedStudentThatHeIsAlreadyEnrolledAlsoInAFullCourse() {
    loaded(1, 7);
    assertThat(enroll(7, "t1")).isEqualTo(SeatCode.ALREADY_ENROLLED);
  }

  @Test
  void enrollOfAStudentWithAnOpenEntryIsPendingAndTheTokenStaysTheOwners() {
    loaded(2);
    enroll(7, "owner");
    assertThat(enroll(7, "other")).isEqualTo(SeatCode.PENDING);
    assertThat(tokenOf(7)).isEqualTo("owner");
  }

  @Test
  void enrollNeverTakesAnEmptySetForAnEmptyCourse() {
    assertThat(enroll(7, "t1")).isEqualTo(SeatCode.NOT_LOADED);
    assertThat(redis.exists(COURSE.students(), COURSE.pending())).isZero();
  }

  @Test
  void enrollOfACourseWithoutSeatsIsFull() {
    loaded(0);
    assertThat(enroll(7, "t1")).isEqualTo(SeatCode.FULL);
  }

  // ---- confirm ----

  @Test
  void confirmSettlesTheOwnEntryAndTheSeatStaysTaken() {
    loaded(1);
    enroll(7, "t1");
    assertThat(confirm(7, "t1")).isEqualTo(SeatCode.OK);
    assertThat(redis.smembers(COURSE.students())).containsExactly("7");
    assertThat(redis.exists(COURSE.pending())).isZero();
  }

  @Test
  void confirmWithAnotherTokenIsGoneAndChangesNothing() {
    loaded(1);
    enroll(7, "t1");
    assertThat(confirm(7, "t")).isEqualTo(SeatCode.GONE);
    assertThat(confirm(7, "t11")).isEqualTo(SeatCode.GONE);
    assertThat(tokenOf(7)).isEqualTo("t1");
  }

  @Test
  void aConfirmThatComesAfterTheCancelBringsNobodyBack() {
    loaded(1);
    enroll(7, "enroll");
    mark(7, "cancel");
    release(7, "cancel");
    assertThat(confirm(7, "enroll")).isEqualTo(SeatCode.GONE);
    assertThat(redis.exists(COURSE.students())).isZero();
    assertThat(enroll(8, "t2")).isEqualTo(SeatCode.GRANTED);
  }

  @Test
  void confirmOnACourseThatIsNotLoadedLeavesNoStudentBehind() {
    mark(7, "t1");
    assertThat(confirm(7, "t1")).isEqualTo(SeatCode.OK);
    assertThat(redis.exists(COURSE.students(), COURSE.pending())).isZero();
  }

  // ---- release ----

  @Test
  void releaseSettlesTheOwnEntryAndFreesTheSeat() {
    loaded(1);
    enroll(7, "t1");
    assertThat(release(7, "t1")).isEqualTo(SeatCode.OK);
    assertThat(redis.exists(COURSE.students(), COURSE.pending())).isZero();
    assertThat(enroll(8, "t2")).isEqualTo(SeatCode.GRANTED);
  }

  @Test
  void releaseNeverRemovesAnothersEntryNorAConfirmedStudent() {
    loaded(2, 1);
    enroll(7, "owner");
    assertThat(release(7, "other")).isEqualTo(SeatCode.GONE);
    assertThat(release(1, "other")).isEqualTo(SeatCode.GONE);
    assertThat(redis.smembers(COURSE.students())).containsExactlyInAnyOrder("1", "7");
    assertThat(tokenOf(7)).isEqualTo("owner");
  }

  @Test
  void releaseSettlesTheOwnEntryUnderEveryTokenThatLoadsHaveGivenIt() {
    for (String known : List.of("t1", "first:t1", "second:t1")) {
      forgetTheCourse();
      loaded(2);
      enroll(7, "t1");
      begin("first");
      load("first", 2);
      begin("second");
      load("second", 2);
      assertThat(tokenOf(7)).isEqualTo("second:t1");
      assertThat(release(7, "t2")).isEqualTo(SeatCode.GONE);
      assertThat(release(7, "second:t2")).isEqualTo(SeatCode.GONE);
      assertThat(release(7, "1")).isEqualTo(SeatCode.GONE);
      assertThat(release(7, known)).isEqualTo(SeatCode.OK);
      assertThat(redis.exists(COURSE.students(), COURSE.pending())).isZero();
    }
  }

  @Test
  void releaseLeavesAnEntryToTheCancelThatTookItOver() {
    loaded(1);
    enroll(7, "t1");
    mark(7, "cancel");
    loaded(1);
    assertThat(release(7, "t1")).isEqualTo(SeatCode.GONE);
    assertThat(release(7, "cancel")).isEqualTo(SeatCode.OK);
  }

  // ---- mark ----

  @Test
  void markOpensACancelOfAConfirmedStudent() {
    loaded(1, 7);
    assertThat(mark(7, "cancel")).isEqualTo(SeatCode.OK);
    assertThat(tokenOf(7)).isEqualTo("cancel");
    assertThat(enroll(7, "t1")).isEqualTo(SeatCode.PENDING);
  }

  @Test
  void markTakesOverAnOpenGrantSoThatItsConfirmFindsNothing() {
    loaded(1);
    enroll(7, "enroll");
    assertThat(mark(7, "cancel")).isEqualTo(SeatCode.OK);
    assertThat(confirm(7, "enroll")).isEqualTo(SeatCode.GONE);
    assertThat(tokenOf(7)).isEqualTo("cancel");
  }

  @Test
  void markWorksOnACourseThatIsNotLoadedAndSurvivesItsLoad() {
    assertThat(mark(7, "cancel")).isEqualTo(SeatCode.OK);
    loaded(2, 7);
    assertThat(redis.smembers(COURSE.students())).containsExactly("7");
    assertThat(redis.hkeys(COURSE.pending())).containsExactly("7");
  }

  // ---- summary ----

  private static List<Object> summary() {
    return redis.eval(
        SeatScript.SUMMARIZE_COURSE.source(), ScriptOutputType.MULTI, COURSE.forSummarizeCourse());
  }

  @Test
  void glanceTellsHowManyButNotWho() {
    loaded(50, 1, 2);
    enroll(3, "t");
    List<Object> reply = summary();
    assertThat(reply.subList(0, 2)).containsExactly("50", 3L);
    List<?> pending = (List<?>) reply.get(2);
    assertThat(pending).hasSize(2);
    assertThat(pending.getFirst()).isEqualTo("3");
    assertThat(pending.getLast()).asString().startsWith("t|");
    assertThat(Long.parseLong((String) reply.get(3)))
        .isGreaterThanOrEqualTo(Long.parseLong(pending.getLast().toString().substring(2)));
  }

  @Test
  void glanceAtACourseThatIsNotLoadedShowsNoCapacityAndGivesNoTicket() {
    assertThat(summary().subList(0, 3)).containsExactly(null, 0L, List.of());
    assertThat(redis.exists(COURSE.ticket())).isZero();
  }

  // ---- begin ----

  @Test
  void beginTellsWhatTheGateKnows() {
    loaded(3, 1, 2);
    enroll(7, "t1");
    List<Object> reply = begin("mine");
    assertThat(reply.get(0)).isEqualTo("mine");
    assertThat(reply.get(1)).isEqualTo("3");
    assertThat(((String) reply.get(2)).split(" ")).containsExactlyInAnyOrder("1", "2", "7");
    assertThat((List<?>) reply.get(3)).hasSize(2).first().isEqualTo("7");
    assertThat(Long.parseLong((String) reply.get(4))).isPositive();
    assertThat(redis.ttl(COURSE.ticket())).isBetween(1L, 10L);
  }

  @Test
  void beginOfACourseThatIsNotLoadedShowsNoCapacity() {
    List<Object> reply = begin("mine");
    assertThat(reply.get(1)).isNull();
    assertThat(reply.get(2)).isEqualTo("");
  }

  @Test
  void whoBeginsWhileATicketIsOutGetsTheSame() {
    begin("first");
    assertThat(begin("second").getFirst()).isEqualTo("first");
  }

  // ---- load ----

  @Test
  void loadReplacesTheRosterAndUsesTheTicketUp() {
    loaded(2, 1, 2);
    begin("t");
    assertThat(load("t", 3, 2, 3)).isEqualTo(SeatCode.OK);
    assertThat(redis.smembers(COURSE.students())).containsExactlyInAnyOrder("2", "3");
    assertThat(redis.get(COURSE.capacity())).isEqualTo("3");
    assertThat(load("t", 3, 1)).isEqualTo(SeatCode.STALE);
  }

  @Test
  void loadWithoutATicketIsStale() {
    assertThat(load("never given", 2)).isEqualTo(SeatCode.STALE);
    assertThat(redis.exists(COURSE.capacity())).isZero();
  }

  @Test
  void loadIsStaleWhenAConfirmCameInBetween() {
    loaded(2);
    enroll(7, "t1");
    begin("t");
    confirm(7, "t1");
    assertThat(load("t", 2)).isEqualTo(SeatCode.STALE);
    assertThat(redis.smembers(COURSE.students())).containsExactly("7");
  }

  @Test
  void loadIsStaleWhenAReleaseCameInBetweenEvenOneThatFoundNothing() {
    loaded(2, 7);
    begin("t");
    assertThat(release(7, "unknown")).isEqualTo(SeatCode.GONE);
    assertThat(load("t", 2, 7)).isEqualTo(SeatCode.STALE);
  }

  @Test
  void loadKeepsOpenEntriesAndGivesThemNewTokensWithTheOldTime() {
    loaded(2);
    enroll(7, "t1");
    String ms = redis.hget(COURSE.pending(), "7").substring("t1|".length());
    loaded(2, 1);
    assertThat(redis.smembers(COURSE.students())).containsExactlyInAnyOrder("1", "7");
    assertThat(redis.hget(COURSE.pending(), "7")).isEqualTo("ticket-of-the-test:t1|" + ms);
    assertThat(confirm(7, "t1")).isEqualTo(SeatCode.GONE);
    assertThat(confirm(7, "ticket-of-the-test:t1")).isEqualTo(SeatCode.OK);
  }

  @Test
  void loadTakesAnEntryThatCannotBeParsedForAnOldOne() {
    loaded(2, 1);
    redis.hset(COURSE.pending(), "7", "of another version");
    begin("t");
    assertThat(load("t", 2, 1)).isEqualTo(SeatCode.OK);
    assertThat(redis.smembers(COURSE.students())).containsExactlyInAnyOrder("1", "7");
    assertThat(redis.hget(COURSE.pending(), "7")).isEqualTo("t:7|0");
  }

  @Test
  void loadThatFailsAtTheEntriesLeavesTheOldRoster() {
    loaded(2, 1, 2);
    begin("t");
    redis.set(COURSE.pending(), "not a hash");
    assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> load("t", 3, 1));
    assertThat(redis.smembers(COURSE.students())).containsExactlyInAnyOrder("1", "2");
    assertThat(redis.get(COURSE.capacity())).isEqualTo("2");
  }

  @Test
  void loadTakesARosterOfTensOfThousands() {
    loaded(30_000, LongStream.rangeClosed(1, 25_000).toArray());
    assertThat(redis.scard(COURSE.students())).isEqualTo(25_000);
  }

  @Test
  void loadThatRedisRefusesForLackOfMemoryLeavesTheOldRoster() {
    loaded(2, 1, 2);
    begin("t");
    Map<String, String> before = redis.configGet("maxmemory");
    redis.configSet("maxmemory", "1");
    try {
      assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> load("t", 2, 1));
      assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> mark(1, "cancel"));
    } finally {
      redis.configSet(before);
    }
    assertThat(redis.smembers(COURSE.students())).containsExactlyInAnyOrder("1", "2");
    assertThat(redis.exists(COURSE.pending())).isZero();
  }

  // ---- all together ----

  @Test
  void sixtyFourThreadsOnOneCourseEndInExactlyFifty() throws Exception {
    loaded(50);
    int threads = 64;
    int requestsEach = 50;
    CyclicBarrier start = new CyclicBarrier(threads);
    List<Long> granted = new ArrayList<>();
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      List<Future<List<Long>>> runs = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        long first = 1 + (long) thread * requestsEach / 2;
        runs.add(
            pool.submit(() -> {
              start.await();
              List<Long> mine = new ArrayList<>();
              // Neighbours want seats for the same students.
              for (long student = first; student < first + requestsEach; student++) {
                String token = Thread.currentThread().threadId() + ":" + student;
                if (enroll(student, token) == SeatCode.GRANTED) {
                  assertThat(confirm(student, token)).isEqualTo(SeatCode.OK);
                  mine.add(student);
                }
              }
              return mine;
            }));
      }
      for (Future<List<Long>> run : runs) {
        granted.addAll(run.get());
      }
    }
    assertThat(granted).hasSize(50).doesNotHaveDuplicates();
    assertThat(redis.smembers(COURSE.students()))
        .containsExactlyInAnyOrderElementsOf(granted.stream().map(String::valueOf).toList());
    assertThat(redis.exists(COURSE.pending())).isZero();
  }

  @Test
  void whatIsExecutedWhenItsCallerHasGivenUpTakesNoSeat() {
    loaded(2, 5);
    assertThat(call(SeatScript.ENROLL, COURSE.forEnroll(), "7", "t1", in(-1)))
        .isEqualTo(SeatCode.LATE);
    assertThat(call(SeatScript.MARK_CANCEL, COURSE.forMarkCancel(), "8", "t2", in(-1)))
        .isEqualTo(SeatCode.LATE);
    assertThat(redis.smembers(COURSE.students())).containsExactly("5");
    assertThat(redis.exists(COURSE.pending())).isZero();
    assertThat(enroll(7, "t3")).isEqualTo(SeatCode.GRANTED);
  }

  @Test
  void theDigestThatEvalshaUsesIsTheOneThatRedisComputes() {
    for (SeatScript script : SeatScript.values()) {
      assertThat(redis.scriptLoad(script.source())).isEqualTo(script.sha1());
    }
    redis.scriptFlush();
    assertThatExceptionOfType(RedisNoScriptException.class)
        .isThrownBy(() ->
            redis.evalsha(
                SeatScript.ENROLL.sha1(),
                ScriptOutputType.INTEGER,
                COURSE.forEnroll(),
                "7",
                "t1",
                in(10)));
  }

  @Test
  void theHeaderOfEveryScriptNamesTheCodesAsTheEnumDoes() {
    for (SeatScript script : SeatScript.values()) {
      for (SeatCode code : SeatCode.values()) {
        boolean returned = script.source().matches("(?s).*\\breturn " + code.number() + "\\n.*");
        boolean documented =
            script.source().matches("(?s).*-- +(Returns +)?" + code.number() + " +" + code + " .*");
        assertThat(documented).as("%s %s", script, code).isEqualTo(returned);
      }
    }
  }
}
