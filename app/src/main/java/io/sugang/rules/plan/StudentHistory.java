package io.sugang.rules.plan;

import io.sugang.rules.plan.Curriculum.NeedKind;
import io.sugang.rules.plan.PlanDecision.Permitted;
import io.sugang.rules.plan.PlanDecision.RejectedCourse;
import io.sugang.rules.plan.PlanRejection.Prerequisite;
import io.sugang.rules.plan.PlanRejection.RetakeNotAllowed;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The subjects that a student took in earlier terms. An instance keeps those of many students, so
 * the rows are arrays.
 */
public final class StudentHistory {
  private static final Grade[] GRADES = Grade.values();

  private final long[] subjects;
  private final long[] terms;
  private final byte[] grades;
  private final boolean[] superseded;

  /**
   * A row of the transcript.
   *
   * @param grade as the table writes it
   * @param superseded whether a later row replaced it
   */
  public record TakenSubject(long subjectId, long termId, String grade, boolean superseded) {}

  public StudentHistory(List<TakenSubject> entries) {
    int count = entries.size();
    subjects = new long[count];
    terms = new long[count];
    grades = new byte[count];
    superseded = new boolean[count];
    for (int i = 0; i < count; i++) {
      TakenSubject entry = entries.get(i);
      subjects[i] = entry.subjectId();
      terms[i] = entry.termId();
      grades[i] = (byte) Grade.of(entry.grade()).ordinal();
      superseded[i] = entry.superseded();
    }
  }

  /**
   * What a history says about a course.
   *
   * @param rejections all of its rules that forbid the course: retake, then prerequisites
   * @param permit what the plan has to decide; of a retake that is not allowed it has no limits
   */
  public record HistoryJudgment(List<PlanRejection> rejections, CoursePermit permit) {
    private static final HistoryJudgment PERMITTED =
        new HistoryJudgment(List.of(), CoursePermit.NONE);
  }

  /**
   * Decides about a course by the first rule that forbids it, as {@link #judge} has them.
   *
   * @param waived rules that are not asked about this course; a retake has no limits without them
   */
  public PlanDecision decide(
      PlanCourse course,
      boolean repeatable,
      Curriculum curriculum,
      List<RetakeRule> rules,
      Set<WaivedRule> waived) {
    HistoryJudgment judgment = judge(course, repeatable, curriculum, rules);
    if (judgment == HistoryJudgment.PERMITTED) {
      return PlanDecision.PERMITTED;
    }
    PlanRejection rejection = WaivedRule.first(judgment.rejections, waived);
    if (rejection != null) {
      return new RejectedCourse(rejection);
    }
    int taken =
        repeatable || !waived.contains(WaivedRule.RETAKE)
            ? -1
            : lastPassed(course, curriculum.subjects());
    return new Permitted(
        taken < 0
            ? judgment.permit
            : new CoursePermit(
                new Retake(subjects[taken], null, null, null, retakes()),
                judgment.permit.corequisites()));
  }

  /**
   * Judges a course.
   *
   * @param repeatable whether the subject may be taken any number of times
   * @param rules of retakes whose audience the student belongs to; the first one that is about the
   *     term of the grade counts
   */
  public HistoryJudgment judge(
      PlanCourse course, boolean repeatable, Curriculum curriculum, List<RetakeRule> rules) {
    int taken = repeatable ? -1 : lastPassed(course, curriculum.subjects());
    RetakeRule rule = taken < 0 ? null : ruleAbout(terms[taken], rules);
    boolean allowed = rule != null && grade(taken).isAtMost(Grade.of(rule.gradeAtMost()));
    List<SubjectName> prerequisites = curriculum.missing(NeedKind.PREREQUISITE, course, this);
    List<SubjectName> corequisites = curriculum.missing(NeedKind.COREQUISITE, course, this);
    if (taken < 0 && prerequisites.isEmpty() && corequisites.isEmpty()) {
      return HistoryJudgment.PERMITTED;
    }
    List<PlanRejection> rejections = new ArrayList<>();
    if (taken >= 0 && !allowed) {
      rejections.add(
          new RetakeNotAllowed(
              subjects[taken],
              terms[taken],
              grade(taken).toString(),
              rule == null ? null : rule.gradeAtMost()));
    }
    if (!prerequisites.isEmpty()) {
      rejections.add(new Prerequisite(prerequisites));
    }
    Retake retake = allowed && rule != null ? retake(taken, rule) : null;
    return new HistoryJudgment(rejections, new CoursePermit(retake, corequisites));
  }

  private Retake retake(int taken, RetakeRule rule) {
    return new Retake(
        subjects[taken], rule.mostCourses(), rule.mostCredits(), rule.mostInAll(), retakes());
  }

  private static @Nullable RetakeRule ruleAbout(long earnedIn, List<RetakeRule> rules) {
    for (RetakeRule rule : rules) {
      if (rule.isAbout(earnedIn)) {
        return rule;
      }
    }
    return null;
  }

  // A failed subject is no retake: it may be taken again at any time.
  private int lastPassed(PlanCourse course, SubjectRules rules) {
    int last = -1;
    for (int i = 0; i < subjects.length; i++) {
      if (!superseded[i]
          && grade(i).isPassed()
          && rules.countAsOne(subjects[i], course.subjectId(), course.ruleTermId())
          && (last < 0 || terms[i] > terms[last])) {
        last = i;
      }
    }
    return last;
  }

  private int retakes() {
    int retakes = 0;
    for (int i = 0; i < subjects.length; i++) {
      if (superseded[i] && grade(i).isPassed()) {
        retakes++;
      }
    }
    return retakes;
  }

  /** Returns whether a subject was passed, or one that counts as the same in the term. */
  boolean hasPassed(long subjectId, long termId, SubjectRules rules) {
    for (int i = 0; i < subjects.length; i++) {
      if (grade(i).isPassed() && rules.countAsOne(subjects[i], subjectId, termId)) {
        return true;
      }
    }
    return false;
  }

  private Grade grade(int index) {
    return GRADES[grades[index]];
  }
}
