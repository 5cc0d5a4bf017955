package io.sugang.rules.plan;

import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rules about subjects, and which subjects need others. */
public final class Curriculum {
  /** The kind of need of a subject for another one. */
  public enum NeedKind {
    PREREQUISITE,
    COREQUISITE
  }

  /**
   * A subject that another one needs.
   *
   * @param subjectId the subject with the need
   * @param fromTerm the first term in which it has the need, null: every earlier one
   * @param toTerm the last such term, null: every later one
   */
  public record Need(
      NeedKind kind,
      long subjectId,
      SubjectName needed,
      @Nullable Long fromTerm,
      @Nullable Long toTerm) {
    private boolean holdsIn(long termId) {
      return (fromTerm == null || fromTerm <= termId) && (toTerm == null || termId <= toTerm);
    }
  }

  private final SubjectRules subjects;
  private final Map<NeedKind, Map<Long, List<Need>>> needs = new EnumMap<>(NeedKind.class);

  public Curriculum(SubjectRules subjects, Collection<Need> all) {
    this.subjects = subjects;
    for (NeedKind kind : NeedKind.values()) {
      needs.put(
          kind,
          all.stream()
              .filter(need -> need.kind() == kind)
              .collect(Collectors.groupingBy(Need::subjectId)));
    }
  }

  /** Returns the rules about subjects. */
  public SubjectRules subjects() {
    return subjects;
  }

  /** Returns the subjects that a course needs and a student has not passed. */
  List<SubjectName> missing(NeedKind kind, PlanCourse course, StudentHistory history) {
    return needs.getOrDefault(kind, Map.of()).getOrDefault(course.subjectId(), List.of()).stream()
        .filter(need -> need.holdsIn(course.ruleTermId()))
        .map(Need::needed)
        .filter(subject -> !history.hasPassed(subject.subjectId(), course.ruleTermId(), subjects))
        .toList();
  }
}
