package io.sugang.rules.window;

import io.sugang.platform.ids.SeatsId;
import io.sugang.rules.plan.WaivedRule;
import io.sugang.rules.window.CourseEntry.PoolEntry;
import io.sugang.rules.window.RegistrationRejection.Closed;
import io.sugang.rules.window.RegistrationRejection.CourseCancelled;
import io.sugang.rules.window.RegistrationRejection.CourseClosed;
import io.sugang.rules.window.RegistrationRejection.NoWindow;
import io.sugang.rules.window.RegistrationRejection.NotOpen;
import io.sugang.rules.window.RegistrationRejection.OtherAudience;
import io.sugang.rules.window.RegistrationRejection.OtherPools;
import io.sugang.rules.window.RegistrationRejection.OtherStanding;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The windows and audiences of all terms, as they were at one time. */
final class RegistrationCalendar {
  // A window that is replaced for a day is postponed by centuries (docs/decisions/0017).
  private static final Duration FARTHEST = Duration.ofDays(36_500);

  private final Map<Long, List<RegistrationWindow>> windows;
  private final Map<Long, Audience> audiences;
  private final boolean asksForPrograms;

  RegistrationCalendar(List<RegistrationWindow> windows, List<Audience> audiences) {
    this.windows = windows.stream().collect(Collectors.groupingBy(RegistrationWindow::termId));
    this.audiences =
        audiences.stream().collect(Collectors.toMap(Audience::audienceId, audience -> audience));
    this.asksForPrograms = audiences.stream().anyMatch(Audience::asksForPrograms);
  }

  /** Whether the programs of a student have to be known. */
  boolean asksForPrograms() {
    return asksForPrograms;
  }

  /**
   * Returns why a student may not do something with a course; null where nothing is against it.
   *
   * @param waived rules that are not asked
   */
  @Nullable RegistrationRejection rejection(
      RegistrationAction action,
      CourseEntry course,
      StudentProfile student,
      Instant arrivedAt,
      Set<WaivedRule> waived) {
    RegistrationRejection status =
        action == RegistrationAction.ENROLL ? statusRejection(course) : null;
    if (status != null) {
      return status;
    }
    Long term = course.termId();
    if (term == null) {
      return null;
    }
    RegistrationRejection standing = standingRejection(student);
    if (standing != null) {
      return standing;
    }
    // Who holds a seat may give it back, also after the course was given another audience.
    RegistrationRejection audience =
        action == RegistrationAction.DROP || waived.contains(WaivedRule.AUDIENCE)
            ? null
            : audienceRejection(course, student);
    return audience == null && !waived.contains(WaivedRule.WINDOW)
        ? windowRejection(windows.getOrDefault(term, List.of()), action, student, arrivedAt)
        : audience;
  }

  private static @Nullable RegistrationRejection statusRejection(CourseEntry course) {
    return switch (course.status()) {
      case OPEN -> null;
      case CLOSED -> new CourseClosed();
      case CANCELLED -> new CourseCancelled();
    };
  }

  private static @Nullable RegistrationRejection standingRejection(StudentProfile student) {
    return student.isEnrolled() ? null : new OtherStanding(student.standing());
  }

  private @Nullable RegistrationRejection audienceRejection(
      CourseEntry course, StudentProfile student) {
    Long audience = course.audienceId();
    return audience == null || isFor(audience, student)
        ? null
        : new OtherAudience(audience(audience).name());
  }

  /** Returns all that keeps a student from a course whatever windows are open. */
  List<RegistrationRejection> ineligibility(
      CourseEntry course, StudentProfile student, Instant arrivedAt) {
    List<RegistrationRejection> all = new ArrayList<>();
    RegistrationRejection status = statusRejection(course);
    if (status != null) {
      all.add(status);
    }
    RegistrationRejection standing = standingRejection(student);
    if (standing != null) {
      all.add(standing);
    }
    RegistrationRejection audience = audienceRejection(course, student);
    if (audience != null) {
      all.add(audience);
    }
    if (!course.pools().isEmpty() && pools(course, student, arrivedAt).isEmpty()) {
      all.add(otherPools(course));
    }
    return all;
  }

  /**
   * Returns why a student may not change the basket of a term; null where nothing is against it. A
   * term without a window for it has no such rule.
   */
  @Nullable RegistrationRejection basketRejection(
      long termId, StudentProfile student, Instant arrivedAt) {
    List<RegistrationWindow> ofTerm = windows.getOrDefault(termId, List.of());
    return ofTerm.stream().anyMatch(window -> window.actions().contains(RegistrationAction.BASKET))
        ? windowRejection(ofTerm, RegistrationAction.BASKET, student, arrivedAt)
        : null;
  }

  /**
   * Returns the windows of a student in all terms of which one closes after a time, by term.
   *
   * @param at the time that the actions are judged by
   */
  List<TermWindows> windowsOf(StudentProfile student, Instant closeAfter, Instant at) {
    return windows.entrySet().stream()
        .filter(ofTerm ->
            ofTerm.getValue().stream().anyMatch(window -> window.closesAt().isAfter(closeAfter)))
        .sorted(Map.Entry.comparingByKey())
        .map(ofTerm -> termWindows(ofTerm.getKey(), ofTerm.getValue(), student, at))
        .toList();
  }

  private TermWindows termWindows(
      long termId, List<RegistrationWindow> ofTerm, StudentProfile student, Instant at) {
    List<RegistrationWindow> own =
        ofTerm.stream()
            .filter(window -> isFor(window.audienceId(), student))
            .filter(window -> window.opensAt().isBefore(at.plus(FARTHEST)))
            .toList();
    return new TermWindows(
        termId,
        own.stream()
            .sorted(
                Comparator.comparing(RegistrationWindow::opensAt)
                    .thenComparing(RegistrationWindow::windowId))
            .map(window ->
                new TermWindows.OwnWindow(
                    window.windowId(),
                    window.phase(),
                    window.actions(),
                    window.audienceId() == null ? null : audience(window.audienceId()).name(),
                    window.opensAt(),
                    window.closesAt()))
            .toList(),
        TermWindows.ASKED_FOR.stream()
            .map(action ->
                new TermWindows.ActionState(
                    action,
                    rejection(action, termId, ofTerm, student, at),
                    closing(action, own, at)))
            .toList());
  }

  private @Nullable RegistrationRejection rejection(
      RegistrationAction action,
      long termId,
      List<RegistrationWindow> ofTerm,
      StudentProfile student,
      Instant at) {
    if (action == RegistrationAction.BASKET) {
      return basketRejection(termId, student, at);
    }
    RegistrationRejection standing = standingRejection(student);
    return standing == null ? windowRejection(ofTerm, action, student, at) : standing;
  }

  private static @Nullable Instant closing(
      RegistrationAction action, List<RegistrationWindow> own, Instant at) {
    return own.stream()
        .filter(window -> window.actions().contains(action) && window.isOpenAt(at))
        .map(RegistrationWindow::closesAt)
        .max(Comparator.naturalOrder())
        .orElse(null);
  }

  /**
   * Returns whether a student may do something with a course, and with which pools; who gives a
   * seat back has it already.
   *
   * @param waived rules that are not asked. Without the rule of audiences a student who is in no
   *     pool may have a seat of any, and of the course itself
   */
  WindowDecision windowDecision(
      RegistrationAction action,
      CourseEntry course,
      StudentProfile student,
      Instant arrivedAt,
      Set<WaivedRule> waived) {
    RegistrationRejection rejection = rejection(action, course, student, arrivedAt, waived);
    if (rejection != null || action == RegistrationAction.DROP || course.pools().isEmpty()) {
      return WindowDecision.of(rejection, List.of());
    }
    List<SeatsId> pools = pools(course, student, arrivedAt);
    if (pools.isEmpty() && waived.contains(WaivedRule.AUDIENCE)) {
      course.pools().forEach(pool -> pools.add(pool.poolId()));
      pools.add(course.seatsId());
    }
    if (pools.isEmpty()) {
      return new WindowDecision(otherPools(course), pools);
    }
    return new WindowDecision(
        null, pools, pools.contains(course.seatsId()) ? null : course.firstMerge());
  }

  private RegistrationRejection otherPools(CourseEntry course) {
    return new OtherPools(
        course.pools().stream()
            .map(PoolEntry::audienceId)
            .filter(pool -> pool != null)
            .map(pool -> audience(pool).name())
            .toList(),
        course.firstMerge());
  }

  // The pools for the student, also merged ones: the gate knows there whether the student holds a
  // seat. Then the course itself, once a pool has merged with it.
  private List<SeatsId> pools(CourseEntry course, StudentProfile student, Instant arrivedAt) {
    List<SeatsId> pools = new ArrayList<>();
    boolean merged = false;
    for (PoolEntry pool : course.pools()) {
      merged |= pool.isMergedAt(arrivedAt);
      if (isFor(pool.audienceId(), student)) {
        pools.add(pool.poolId());
      }
    }
    if (merged) {
      pools.add(course.seatsId());
    }
    return pools;
  }

  private @Nullable RegistrationRejection windowRejection(
      List<RegistrationWindow> ofTerm,
      RegistrationAction action,
      StudentProfile student,
      Instant arrivedAt) {
    Instant next = null;
    Instant closed = null;
    boolean ofOthers = false;
    for (RegistrationWindow window : ofTerm) {
      if (!window.actions().contains(action)) {
        continue;
      }
      if (!isFor(window.audienceId(), student)) {
        ofOthers = true;
      } else if (window.isOpenAt(arrivedAt)) {
        return null;
      } else if (arrivedAt.isBefore(window.opensAt())) {
        next = next == null || window.opensAt().isBefore(next) ? window.opensAt() : next;
      } else {
        closed = closed == null || window.closesAt().isAfter(closed) ? window.closesAt() : closed;
      }
    }
    if (next == null && closed != null) {
      return new Closed(closed);
    }
    return next == null && ofOthers ? new NoWindow() : new NotOpen(next);
  }

  /** Whether a window of a term for an action, of whatever audience, closed between two times. */
  boolean hasClosed(RegistrationAction action, long termId, Instant after, Instant until) {
    return windows.getOrDefault(termId, List.of()).stream()
        .anyMatch(window ->
            window.actions().contains(action)
                && window.closesAt().isAfter(after)
                && !window.closesAt().isAfter(until));
  }

  /** Whether a student belongs to an audience; null is that of all students. */
  boolean isFor(@Nullable Long audienceId, StudentProfile student) {
    return audienceId == null || audience(audienceId).has(student);
  }

  // Memory may have a course that is newer than the calendar. Then a fresh read decides.
  private Audience audience(Long audienceId) {
    Audience found = audiences.get(audienceId);
    return found == null ? new Audience(audienceId, "", List.of()) : found;
  }
}
