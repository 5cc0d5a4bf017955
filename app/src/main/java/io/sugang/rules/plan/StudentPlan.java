package io.sugang.rules.plan;

import io.sugang.platform.ids.SeatsId;
import io.sugang.rules.plan.PlanRejection.ClassificationLimit;
import io.sugang.rules.plan.PlanRejection.Corequisite;
import io.sugang.rules.plan.PlanRejection.CreditLimit;
import io.sugang.rules.plan.PlanRejection.RetakeLimit;
import io.sugang.rules.plan.PlanRejection.RetakeUnit;
import io.sugang.rules.plan.PlanRejection.SameSubject;
import io.sugang.rules.plan.PlanRejection.TimeConflict;
import io.sugang.rules.plan.SlotMask.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The courses that a student holds in one term.
 *
 * @param creditLimit of the student in the term
 * @param courses with a row
 * @param retakes ids of those courses that replace a subject of the transcript
 */
public record StudentPlan(int creditLimit, List<PlanCourse> courses, Set<SeatsId> retakes) {
  public StudentPlan {
    courses = List.copyOf(courses);
    retakes = Set.copyOf(retakes);
  }

  /** Creates a plan without retakes. */
  public StudentPlan(int creditLimit, List<PlanCourse> courses) {
    this(creditLimit, courses, Set.of());
  }

  /** Returns the credits that count toward the limit. */
  public int credits() {
    return courses.stream().mapToInt(PlanCourse::credits).sum();
  }

  /**
   * Returns the first rule that forbids a further course and is not waived, or null.
   *
   * @param course one that the plan does not hold
   * @param permit what the student's history says about the course
   * @param waived rules that are not asked about this course
   */
  public @Nullable PlanRejection rejection(
      PlanCourse course, CoursePermit permit, SubjectRules subjects, Set<WaivedRule> waived) {
    return WaivedRule.first(rejections(course, permit, subjects), waived);
  }

  /**
   * Returns all that forbids a further course. First comes what the permit says of a new seat, then
   * subject and time with each course of the plan. Credits and classification follow, and then the
   * conditions of the permit.
   *
   * @param course one that the plan does not hold
   * @param permit what the student's history says about the course
   */
  public List<PlanRejection> rejections(
      PlanCourse course, CoursePermit permit, SubjectRules subjects) {
    List<PlanRejection> all = new ArrayList<>();
    if (permit.newSeatRejection() != null) {
      all.add(permit.newSeatRejection());
    }
    for (PlanCourse held : courses) {
      if (subjects.countAsOne(held.subjectId(), course.subjectId(), course.ruleTermId())) {
        all.add(new SameSubject(held.seatsId()));
      }
    }
    for (PlanCourse held : courses) {
      Time time = held.times().overlap(course.times());
      if (time != null) {
        all.add(new TimeConflict(held.seatsId(), time));
      }
    }
    int used = credits();
    if (used + course.credits() > creditLimit) {
      all.add(new CreditLimit(used, creditLimit, course.credits()));
    }
    PlanRejection ofClassification = classificationRejection(course, subjects);
    if (ofClassification != null) {
      all.add(ofClassification);
    }
    Retake retake = permit.retake();
    PlanRejection limited = retake == null ? null : retakeRejection(course, retake);
    if (limited != null) {
      all.add(limited);
    }
    PlanRejection alone = corequisiteRejection(course, permit.corequisites(), subjects);
    if (alone != null) {
      all.add(alone);
    }
    return all;
  }

  private @Nullable PlanRejection classificationRejection(
      PlanCourse course, SubjectRules subjects) {
    String classification = course.classification();
    Integer most = subjects.mostCourses(classification, course.ruleTermId());
    if (most == null) {
      return null;
    }
    int used =
        (int) courses.stream().filter(held -> held.classification().equals(classification)).count();
    return used + 1 > most ? new ClassificationLimit(classification, used, most) : null;
  }

  private @Nullable PlanRejection retakeRejection(PlanCourse course, Retake retake) {
    int used = retakes.size();
    if (retake.mostCourses() != null && used + 1 > retake.mostCourses()) {
      return new RetakeLimit(RetakeUnit.COURSES_OF_TERM, used, retake.mostCourses());
    }
    int credits =
        courses.stream()
            .filter(held -> retakes.contains(held.seatsId()))
            .mapToInt(PlanCourse::credits)
            .sum();
    if (retake.mostCredits() != null && credits + course.credits() > retake.mostCredits()) {
      return new RetakeLimit(RetakeUnit.CREDITS_OF_TERM, credits, retake.mostCredits());
    }
    int inAll = retake.earlier() + used;
    return retake.mostInAll() != null && inAll + 1 > retake.mostInAll()
        ? new RetakeLimit(RetakeUnit.COURSES_IN_ALL, inAll, retake.mostInAll())
        : null;
  }

  private @Nullable PlanRejection corequisiteRejection(
      PlanCourse course, List<SubjectName> needed, SubjectRules subjects) {
    List<SubjectName> missing =
        needed.stream().filter(subject -> !holds(subject, course.ruleTermId(), subjects)).toList();
    return missing.isEmpty() ? null : new Corequisite(missing);
  }

  private boolean holds(SubjectName subject, long termId, SubjectRules subjects) {
    return courses.stream()
        .anyMatch(held -> subjects.countAsOne(held.subjectId(), subject.subjectId(), termId));
  }

  /** Returns whether the plan holds a course. */
  public boolean holds(SeatsId seatsId) {
    return courses.stream().anyMatch(held -> held.seatsId().equals(seatsId));
  }

  /** Returns the plan with another limit. */
  public StudentPlan withLimit(int limit) {
    return new StudentPlan(limit, courses, retakes);
  }

  /** Returns the plan with a further course. */
  public StudentPlan with(PlanCourse course, CoursePermit permit) {
    return new StudentPlan(
        creditLimit,
        Stream.concat(courses.stream(), Stream.of(course)).toList(),
        permit.retake() == null
            ? retakes
            : Stream.concat(retakes.stream(), Stream.of(course.seatsId()))
                .collect(Collectors.toSet()));
  }
}
