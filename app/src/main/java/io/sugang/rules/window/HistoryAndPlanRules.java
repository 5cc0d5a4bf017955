package io.sugang.rules.window;

import io.sugang.platform.ids.Ids;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.CoursePermit;
import io.sugang.rules.plan.CourseTerms;
import io.sugang.rules.plan.Curriculum;
import io.sugang.rules.plan.PlanCourse;
import io.sugang.rules.plan.PlanDecision;
import io.sugang.rules.plan.PlanDecision.Permitted;
import io.sugang.rules.plan.PlanDecision.RejectedCourse;
import io.sugang.rules.plan.PlanRejection;
import io.sugang.rules.plan.PlanRejection.NotInTerm;
import io.sugang.rules.plan.RetakeRule;
import io.sugang.rules.plan.StudentHistory;
import io.sugang.rules.plan.StudentPlan;
import io.sugang.rules.plan.UnknownCourseException;
import io.sugang.rules.plan.WaivedRule;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The rules about history and plan, before the gate. History is decided here: it does not change
 * while a window is open. A plan is decided by the ledger; here a student whose plan forbids a
 * course is kept from holding a seat of it.
 *
 * <p>As for windows, memory may admit, and a rejection follows from a read that began after the
 * request.
 */
final class HistoryAndPlanRules implements AutoCloseable {
  private static final Duration LONGEST_READ = Duration.ofSeconds(4);
  private static final StudentHistory NO_HISTORY = new StudentHistory(List.of());
  private static final CompletableFuture<PlanDecision> PERMITTED =
      CompletableFuture.completedFuture(PlanDecision.PERMITTED);

  /** The answer of a read. */
  record FreshPlans(
      Curriculum curriculum,
      Map<SeatsId, OfferedCourse> courses,
      Map<StudentId, StudentFacts> students,
      Map<StudentId, Map<Long, StudentPlan>> plans) {}

  private final RegistrationRows registration;
  private final PlanFacts rows;
  private final PlanMemory memory;
  private final CourseTerms terms;
  private final RegistrationMeters meters;
  private final ReadCoalescer<FactsRequest, FreshPlans> reads;
  private final PeriodicReads refresh = new PeriodicReads(2, "plan-rules");

  HistoryAndPlanRules(
      JdbcTemplate jdbc,
      RegistrationProperties properties,
      PlanMemory memory,
      CourseTerms terms,
      RegistrationMeters meters) {
    this.registration = new RegistrationRows(jdbc);
    this.rows = new PlanFacts(jdbc);
    this.memory = memory;
    this.terms = terms;
    this.meters = meters;
    this.reads = new ReadCoalescer<>(this::read, properties.gather());
    refresh.every(
        properties.courseRefresh(),
        () -> {
          memory.remember(rows.curriculum());
          Set<SeatsId> existing = new HashSet<>();
          rows.eachCourse(course -> {
            memory.remember(course);
            existing.add(course.course().seatsId());
          });
          memory.keepCourses(existing);
        });
    // Before they are forgotten.
    refresh.every(
        properties.historyTtl().dividedBy(2), () -> rememberStudents(properties.studentPreload()));
  }

  // In a rush they would otherwise all wait for a read with their first click.
  private void rememberStudents(int most) {
    List<RetakeRule> rules = rows.retakeRules();
    RegistrationCalendar calendar = registration.calendar();
    boolean withPrograms = calendar.asksForPrograms();
    long first = Ids.MIN;
    for (int read = 0; read < most; read += RegistrationRows.MOST_NEXT) {
      List<StudentProfile> next = registration.nextStudents(first, withPrograms);
      if (!next.isEmpty()) {
        first = next.getLast().studentId().value() + 1;
        Map<StudentId, StudentHistory> histories =
            rows.histories(next.getFirst().studentId(), next.getLast().studentId());
        memory.remember(students(next, histories, rules, calendar));
      }
      if (next.size() < RegistrationRows.MOST_NEXT) {
        return;
      }
    }
  }

  private static Map<StudentId, StudentFacts> students(
      Collection<StudentProfile> profiles,
      Map<StudentId, StudentHistory> histories,
      List<RetakeRule> rules,
      RegistrationCalendar calendar) {
    boolean forAll = areForAll(rules);
    Map<StudentId, StudentFacts> students = new HashMap<>();
    for (StudentProfile profile : profiles) {
      List<RetakeRule> own =
          forAll
              ? rules
              : rules.stream().filter(rule -> calendar.isFor(rule.audienceId(), profile)).toList();
      students.put(
          profile.studentId(),
          new StudentFacts(histories.getOrDefault(profile.studentId(), NO_HISTORY), own));
    }
    return students;
  }

  /** Returns what {@link RegistrationRules#planDecision} does. */
  CompletableFuture<PlanDecision> planDecision(
      StudentId studentId, SeatsId seatsId, Set<WaivedRule> waived) {
    if (isWithoutRules(seatsId)) {
      return PERMITTED;
    }
    Permitted remembered = waived.isEmpty() ? memory.permitted(studentId, seatsId) : null;
    if (remembered != null) {
      return remembered.equals(PlanDecision.PERMITTED)
          ? PERMITTED
          : CompletableFuture.completedFuture(remembered);
    }
    return fresh(new FactsRequest(studentId, seatsId))
        .thenApply(fresh -> decide(studentId, seatsId, fresh, waived));
  }

  // Whether a course exists is asked elsewhere: the ledger takes no claim for an unknown one.
  private boolean isWithoutRules(SeatsId seatsId) {
    try {
      return terms.termOf(seatsId) == null;
    } catch (UnknownCourseException unknown) {
      return true;
    }
  }

  /** Asks a read that begins after this call. */
  CompletableFuture<FreshPlans> fresh(FactsRequest request) {
    return reads
        .ask(request)
        .orTimeout(LONGEST_READ.toNanos(), TimeUnit.NANOSECONDS)
        .exceptionally(WindowRules::unavailable);
  }

  private static PlanDecision decide(
      StudentId studentId, SeatsId seatsId, FreshPlans fresh, Set<WaivedRule> waived) {
    OfferedCourse course = fresh.courses().get(seatsId);
    StudentFacts student = fresh.students().get(studentId);
    if (course == null || student == null) {
      // Whether they exist is asked elsewhere.
      return PlanDecision.PERMITTED;
    }
    long termId = course.course().termId();
    StudentPlan plan = fresh.plans().getOrDefault(studentId, Map.of()).get(termId);
    return plan == null
        ? new RejectedCourse(new NotInTerm(termId))
        : decide(course, student, plan, fresh.curriculum(), waived);
  }

  /**
   * Decides about a course.
   *
   * @param plan null when it is not known
   * @param waived rules that are not asked
   */
  static PlanDecision decide(
      OfferedCourse offered,
      StudentFacts student,
      @Nullable StudentPlan plan,
      Curriculum curriculum,
      Set<WaivedRule> waived) {
    PlanCourse course = offered.course();
    PlanDecision byHistory =
        student
            .history()
            .decide(course, offered.repeatable(), curriculum, student.retakeRules(), waived);
    if (plan != null && plan.holds(course.seatsId())) {
      // The ledger says so, or repeats the answer of an Idempotency-Key. A cancel may end the row
      // before the claim, which is then one for a new seat.
      return byHistory instanceof RejectedCourse(PlanRejection ofHistory)
          ? new Permitted(CoursePermit.ofHeldSeat(ofHistory))
          : byHistory;
    }
    if (plan == null || !(byHistory instanceof Permitted(CoursePermit permit))) {
      return byHistory;
    }
    PlanRejection rejection = plan.rejection(course, permit, curriculum.subjects(), waived);
    return rejection == null ? byHistory : new RejectedCourse(rejection);
  }

  private FreshPlans read(List<FactsRequest> requests) {
    long begin = System.nanoTime();
    Set<StudentId> studentIds =
        requests.stream().map(FactsRequest::studentId).collect(Collectors.toSet());
    Map<SeatsId, OfferedCourse> courses =
        rows.courses(
            requests.stream()
                .flatMap(request -> request.seatsIds().stream())
                .collect(Collectors.toSet()));
    Curriculum curriculum = rows.curriculum();
    Map<StudentId, StudentFacts> students = readStudents(studentIds);
    Map<StudentId, Map<Long, StudentPlan>> plans = rows.plans(studentIds);
    memory.remember(curriculum);
    courses.values().forEach(memory::remember);
    memory.remember(students);
    for (FactsRequest request : requests) {
      if (students.containsKey(request.studentId())) {
        for (SeatsId seatsId : request.seatsIds()) {
          OfferedCourse course = courses.get(seatsId);
          if (course != null) {
            long termId = course.course().termId();
            memory.seen(
                request.studentId(),
                termId,
                plans.getOrDefault(request.studentId(), Map.of()).get(termId));
          }
        }
      }
    }
    meters.read(System.nanoTime() - begin);
    return new FreshPlans(curriculum, courses, students, plans);
  }

  private Map<StudentId, StudentFacts> readStudents(Set<StudentId> studentIds) {
    List<RetakeRule> rules = rows.retakeRules();
    Map<StudentId, StudentHistory> histories = rows.histories(studentIds);
    if (areForAll(rules)) {
      // Four statements less: audiences, and what they ask of students.
      return studentIds.stream()
          .collect(
              Collectors.toMap(
                  id -> id, id -> new StudentFacts(histories.getOrDefault(id, NO_HISTORY), rules)));
    }
    RegistrationCalendar calendar = registration.calendar();
    return students(
        registration.students(studentIds, calendar.asksForPrograms()).values(),
        histories,
        rules,
        calendar);
  }

  private static boolean areForAll(List<RetakeRule> rules) {
    return rules.stream().allMatch(rule -> rule.audienceId() == null);
  }

  @Override
  public void close() {
    refresh.close();
  }
}
