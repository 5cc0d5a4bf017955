package io.sugang.rules.window;

import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.Ids;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.platform.problem.Outage;
import io.sugang.platform.problem.TemporarilyUnavailableException;
import io.sugang.rules.plan.WaivedRule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The rules about windows and audiences, as MySQL has them.
 *
 * <p>Memory may admit a request, and never rejects one: a rejection follows from a read that began
 * after the request had arrived. One such read serves all requests that wait for it.
 */
final class WindowRules implements AutoCloseable {
  /** For how long after a window closed the repetition of a request of its time is recognized. */
  private static final Duration REPETITIONS = Duration.ofMinutes(10);

  private static final Duration SHOWN_AFTER_THEIR_END = Duration.ofDays(90);

  // The students, who take longest, keep only one of them busy.
  private static final int REFRESHING = 2;

  private static final Duration LONGEST_READ = Duration.ofSeconds(4);
  private static final CompletableFuture<WindowDecision> ADMITTED =
      CompletableFuture.completedFuture(WindowDecision.WITHOUT_POOLS);

  // Windows are read once in a period. Those of two periods ago admit, and older ones do not.
  private static final int PERIODS_OF_NOTICE = 2;
  private static final Duration LONGEST_REFRESH = Duration.ofMillis(500);
  // From the time that a change reads to its commit.
  private static final Duration LONGEST_CHANGE = Duration.ofMillis(500);

  /** The answer of a read. */
  record FreshWindows(
      RegistrationCalendar calendar,
      Map<SeatsId, CourseEntry> courses,
      Map<StudentId, StudentProfile> students) {}

  private final RegistrationRows rows;
  private final RegistrationMemory memory;
  private final RegistrationMeters meters;
  private final ReadCoalescer<FactsRequest, FreshWindows> reads;
  private final Duration notice;
  private final PeriodicReads refresh = new PeriodicReads(REFRESHING, "registration");

  WindowRules(JdbcTemplate jdbc, RegistrationProperties properties, RegistrationMeters meters) {
    rows = new RegistrationRows(jdbc);
    Duration mostAge = properties.refresh().multipliedBy(PERIODS_OF_NOTICE).plus(LONGEST_REFRESH);
    memory = new RegistrationMemory(properties.studentTtl(), properties.studentPreload(), mostAge);
    this.meters = meters;
    notice = mostAge.plus(LONGEST_CHANGE);
    reads = new ReadCoalescer<>(this::read, properties.gather());
    refresh.every(
        properties.refresh(),
        () -> {
          long begin = System.nanoTime();
          memory.remember(rows.calendar(), begin);
        });
    refresh.every(
        properties.courseRefresh(),
        () -> {
          long begin = System.nanoTime();
          memory.rememberAll(rows.courses(), begin);
        });
    // Before they are forgotten.
    refresh.every(
        properties.studentTtl().dividedBy(2), () -> rememberStudents(properties.studentPreload()));
  }

  // In a rush they would otherwise all wait for a read with their first click.
  private void rememberStudents(int most) {
    boolean withPrograms = rows.calendar().asksForPrograms();
    long first = Ids.MIN;
    for (int read = 0; read < most; read += RegistrationRows.MOST_NEXT) {
      List<StudentProfile> next = rows.nextStudents(first, withPrograms);
      memory.remember(next);
      if (next.size() < RegistrationRows.MOST_NEXT) {
        return;
      }
      first = next.getLast().studentId().value() + 1;
    }
  }

  /** Returns what {@link RegistrationRules#mayRepeat} does. */
  boolean mayRepeat(RegistrationAction action, CourseId courseId, Instant arrivedAt) {
    return memory.hasClosed(action, courseId.ownSeats(), arrivedAt.minus(REPETITIONS), arrivedAt);
  }

  /** Returns what {@link RegistrationRules#notice} does. */
  Duration notice() {
    return notice;
  }

  /** Returns what {@link RegistrationRules#windowDecision} does. */
  CompletableFuture<WindowDecision> windowDecision(
      RegistrationAction action,
      StudentId studentId,
      SeatsId seatsId,
      Instant arrivedAt,
      Set<WaivedRule> waived) {
    WindowDecision remembered = memory.windowDecision(action, studentId, seatsId, arrivedAt);
    if (remembered == WindowDecision.WITHOUT_POOLS) {
      return ADMITTED;
    }
    return remembered == null
        ? freshDecision(action, studentId, seatsId, arrivedAt, waived)
        : CompletableFuture.completedFuture(remembered);
  }

  private CompletableFuture<WindowDecision> freshDecision(
      RegistrationAction action,
      StudentId studentId,
      SeatsId seatsId,
      Instant arrivedAt,
      Set<WaivedRule> waived) {
    return fresh(new FactsRequest(studentId, seatsId))
        .thenApply(fresh -> {
          CourseEntry course = fresh.courses().get(seatsId);
          StudentProfile student = fresh.students().get(studentId);
          // Whether they exist is asked elsewhere.
          WindowDecision windowDecision =
              course == null || student == null
                  ? WindowDecision.WITHOUT_POOLS
                  : fresh.calendar().windowDecision(action, course, student, arrivedAt, waived);
          if (windowDecision.rejection() != null) {
            meters.rejected(action, windowDecision.rejection());
          }
          return windowDecision;
        });
  }

  /** Asks a read that begins after this call. */
  CompletableFuture<FreshWindows> fresh(FactsRequest request) {
    return reads
        .ask(request)
        .orTimeout(LONGEST_READ.toNanos(), TimeUnit.NANOSECONDS)
        .exceptionally(WindowRules::unavailable);
  }

  /** Returns what {@link RegistrationRules#windows} does. */
  CompletableFuture<Optional<List<TermWindows>>> windows(StudentId studentId, Instant at) {
    Instant closeAfter = at.minus(SHOWN_AFTER_THEIR_END);
    List<TermWindows> remembered = memory.windows(studentId, closeAfter, at);
    if (remembered != null) {
      return CompletableFuture.completedFuture(Optional.of(remembered));
    }
    return fresh(new FactsRequest(studentId, List.of()))
        .thenApply(fresh -> {
          StudentProfile student = fresh.students().get(studentId);
          return Optional.of(
              student == null ? List.of() : fresh.calendar().windowsOf(student, closeAfter, at));
        });
  }

  private FreshWindows read(List<FactsRequest> requests) {
    long begin = System.nanoTime();
    Map<SeatsId, CourseEntry> courses =
        rows.courses(
            requests.stream()
                .flatMap(request -> request.seatsIds().stream())
                .collect(Collectors.toSet()));
    RegistrationCalendar calendar = rows.calendar();
    Map<StudentId, StudentProfile> students =
        rows.students(
            requests.stream().map(FactsRequest::studentId).collect(Collectors.toSet()),
            calendar.asksForPrograms());
    memory.remember(calendar, begin);
    courses.values().forEach(course -> memory.remember(course, begin));
    memory.remember(students.values());
    meters.read(System.nanoTime() - begin);
    return new FreshWindows(calendar, courses, students);
  }

  /** Fails a read that MySQL did not answer in a way that the API answers with 503. */
  static <T> T unavailable(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause instanceof TimeoutException
        || cause instanceof RuntimeException read && Outage.causes(read)) {
      throw new TemporarilyUnavailableException(
          "The rules cannot be looked up right now. Please try again.", cause);
    }
    throw new CompletionException(cause);
  }

  @Override
  public void close() {
    refresh.close();
  }
}
