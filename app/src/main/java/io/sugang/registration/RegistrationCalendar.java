package io.sugang.registration;

import io.sugang.ledger.CourseStatus;
import io.sugang.registration.CourseEntry.PoolEntry;
import io.sugang.registration.RegistrationRefusal.Closed;
import io.sugang.registration.RegistrationRefusal.CourseCancelled;
import io.sugang.registration.RegistrationRefusal.CourseClosed;
import io.sugang.registration.RegistrationRefusal.NoWindow;
import io.sugang.registration.RegistrationRefusal.NotOpen;
import io.sugang.registration.RegistrationRefusal.OtherAudience;
import io.sugang.registration.RegistrationRefusal.OtherPools;
import io.sugang.registration.RegistrationRefusal.OtherStanding;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The windows and audiences of all terms, as they were at one time. */
final class RegistrationCalendar {
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

  /** Returns why a student may not do something with a course; null where nothing is against it. */
  @Nullable RegistrationRefusal refusal(
      RegistrationAction action, CourseEntry course, StudentProfile student, Instant arrivedAt) {
    if (action == RegistrationAction.ENROLL && course.status() != CourseStatus.OPEN) {
      return course.status() == CourseStatus.CLOSED ? new CourseClosed() : new CourseCancelled();
    }
    Long term = course.termId();
    if (term == null) {
      return null;
    }
    if (!student.isEnrolled()) {
      return new OtherStanding(student.standing());
    }
    // Who holds a seat may give it back, also after the course was given another audience.
    Long audience = course.audienceId();
    if (audience != null && action != RegistrationAction.DROP && !isFor(audience, student)) {
      return new OtherAudience(audience(audience).name());
    }
    return windowRefusal(windows.getOrDefault(term, List.of()), action, student, arrivedAt);
  }

  /**
   * Returns whether a student may do something with a course, and with which pools; who gives a
   * seat back has it already.
   */
  Admission admission(
      RegistrationAction action, CourseEntry course, StudentProfile student, Instant arrivedAt) {
    RegistrationRefusal refusal = refusal(action, course, student, arrivedAt);
    if (refusal != null || action == RegistrationAction.DROP || course.pools().isEmpty()) {
      return Admission.of(refusal, List.of());
    }
    List<Long> pools = pools(course, student, arrivedAt);
    return pools.isEmpty() ? new Admission(otherPools(course), pools) : Admission.of(null, pools);
  }

  private RegistrationRefusal otherPools(CourseEntry course) {
    return new OtherPools(
        course.pools().stream()
            .map(PoolEntry::audienceId)
            .filter(pool -> pool != null)
            .map(pool -> audience(pool).name())
            .toList(),
        course.firstMerge());
  }

  // The own pools, also merged ones: there the gate knows whether the student holds a seat. Then
  // the course itself, once a pool has merged with it.
  private List<Long> pools(CourseEntry course, StudentProfile student, Instant arrivedAt) {
    List<Long> pools = new ArrayList<>();
    boolean merged = false;
    for (PoolEntry pool : course.pools()) {
      merged |= pool.isMergedAt(arrivedAt);
      if (isFor(pool.audienceId(), student)) {
        pools.add(pool.poolId());
      }
    }
    if (merged) {
      pools.add(course.courseId());
    }
    return pools;
  }

  private @Nullable RegistrationRefusal windowRefusal(
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
