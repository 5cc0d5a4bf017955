package io.sugang.rules.window;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.Curriculum;
import io.sugang.rules.plan.PlanCourse;
import io.sugang.rules.plan.PlanDecision;
import io.sugang.rules.plan.PlanDecision.Permitted;
import io.sugang.rules.plan.PlanObserver;
import io.sugang.rules.plan.StudentPlan;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What this instance remembers of plans, histories and courses. It may admit, never reject.
 *
 * <p>Plans come from the ledger's transactions and from reads of this instance. The transaction of
 * another instance may be missing.
 */
final class PlanMemory implements PlanObserver {
  private static final int MOST_STUDENTS = 100_000;
  private static final Duration UNUSED = Duration.ofMinutes(10);

  private record PlanOf(StudentId studentId, long termId) {}

  private final Map<SeatsId, OfferedCourse> courses = new ConcurrentHashMap<>();
  private final Cache<StudentId, StudentFacts> students;
  // Empty: not registered in the term.
  private final Cache<PlanOf, Optional<StudentPlan>> plans =
      Caffeine.newBuilder().maximumSize(MOST_STUDENTS).expireAfterAccess(UNUSED).build();
  private volatile @Nullable Curriculum curriculum;

  /**
   * @param preloaded students that are remembered before they ask
   */
  PlanMemory(Duration historyTtl, int preloaded) {
    students =
        Caffeine.newBuilder()
            .maximumSize(MOST_STUDENTS + preloaded)
            .expireAfterWrite(historyTtl)
            .build();
  }

  void remember(Curriculum newest) {
    curriculum = newest;
  }

  /** Forgets courses that were deleted. */
  void keepCourses(Set<SeatsId> existing) {
    courses.keySet().retainAll(existing);
  }

  void remember(OfferedCourse course) {
    courses.put(course.course().seatsId(), course);
  }

  void remember(Map<StudentId, StudentFacts> read) {
    students.putAll(read);
  }

  @Override
  public void seen(StudentId studentId, long termId, @Nullable StudentPlan plan) {
    plans.put(new PlanOf(studentId, termId), Optional.ofNullable(plan).map(this::shared));
  }

  @Override
  public void changed(StudentId studentId, long termId) {
    plans.invalidate(new PlanOf(studentId, termId));
  }

  // Each plan was read with courses of its own, whose masks have 252 bytes.
  private StudentPlan shared(StudentPlan plan) {
    return new StudentPlan(
        plan.creditLimit(), plan.courses().stream().map(this::shared).toList(), plan.retakes());
  }

  private PlanCourse shared(PlanCourse course) {
    OfferedCourse known = courses.get(course.seatsId());
    return known == null ? course : known.course();
  }

  /**
   * Returns the permit of a course against which nothing is known, although all is known that has
   * to be; otherwise null. A plan does not have to be known, because the ledger reads it.
   */
  @Nullable Permitted permitted(StudentId studentId, SeatsId seatsId) {
    OfferedCourse course = courses.get(seatsId);
    StudentFacts student = students.getIfPresent(studentId);
    Curriculum current = curriculum;
    if (course == null || student == null || current == null) {
      return null;
    }
    Optional<StudentPlan> plan =
        plans.getIfPresent(new PlanOf(studentId, course.course().termId()));
    if (plan != null && plan.isEmpty()) {
      return null;
    }
    PlanDecision decision =
        HistoryAndPlanRules.decide(
            course, student, plan == null ? null : plan.get(), current, Set.of());
    // A rejection of a new seat follows from a read too.
    return decision instanceof Permitted permitted && permitted.permit().newSeatRejection() == null
        ? permitted
        : null;
  }
}
