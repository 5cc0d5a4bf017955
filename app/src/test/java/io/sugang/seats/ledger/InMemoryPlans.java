package io.sugang.seats.ledger;

import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.PlanCourse;
import io.sugang.rules.plan.SubjectRules;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** The plans of students in memory, over the rows of {@link InMemoryTables}. */
final class InMemoryPlans implements PlanStatements {
  private final InMemoryTables tables;
  private final Map<PlanKey, Integer> limits = new ConcurrentHashMap<>();
  private final Map<SeatsId, PlanCourse> courses = new ConcurrentHashMap<>();

  final Map<PlanKey, Integer> credits = new ConcurrentHashMap<>();
  final Set<PlanKey> lockedElsewhere = ConcurrentHashMap.newKeySet();

  /** Students whose rows another transaction holds. */
  final Set<StudentId> studentsLockedElsewhere = ConcurrentHashMap.newKeySet();

  InMemoryPlans(InMemoryTables tables) {
    this.tables = tables;
  }

  void student(PlanKey plan, int creditLimit) {
    limits.put(plan, creditLimit);
  }

  void course(PlanCourse course) {
    courses.put(course.seatsId(), course);
  }

  @Override
  public SortedMap<PlanKey, Integer> lock(SortedSet<PlanKey> plans) {
    tables.events.add("lock plans of " + plans.stream().map(PlanKey::studentId).toList());
    SortedMap<PlanKey, Integer> locked = new TreeMap<>(limits);
    locked.keySet().retainAll(plans);
    locked.keySet().removeAll(lockedElsewhere);
    return locked;
  }

  @Override
  public SortedMap<PlanKey, Integer> lockWithStudents(SortedSet<PlanKey> plans) {
    SortedMap<PlanKey, Integer> locked = lock(plans);
    locked.keySet().removeIf(plan -> studentsLockedElsewhere.contains(plan.studentId()));
    return locked;
  }

  @Override
  public Set<StudentId> lockStudents(SortedSet<StudentId> studentIds) {
    Set<StudentId> locked = existingStudents(studentIds);
    locked.removeAll(studentsLockedElsewhere);
    return locked;
  }

  @Override
  public Set<StudentId> existingStudents(Collection<StudentId> studentIds) {
    Set<StudentId> existing = new HashSet<>(studentIds);
    existing.removeAll(tables.unknownStudents);
    return existing;
  }

  @Override
  public Set<PlanKey> existing(Collection<PlanKey> plans) {
    Set<PlanKey> existing = new HashSet<>(limits.keySet());
    existing.retainAll(plans);
    return existing;
  }

  @Override
  public Courses read(Collection<PlanKey> plans, Collection<SeatsId> claimed, boolean withRetakes) {
    tables.events.add("read plans");
    Map<PlanKey, List<PlanCourse>> held = new HashMap<>();
    tables
        .rows()
        .keySet()
        .forEach(seat -> {
          PlanCourse course = courses.get(seat.seatsId());
          if (course != null) {
            held.computeIfAbsent(
                    new PlanKey(seat.studentId(), course.termId()), plan -> new ArrayList<>())
                .add(course);
          }
        });
    held.keySet().retainAll(plans);
    Map<PlanKey, Set<SeatsId>> retakes = withRetakes ? retakes() : Map.of();
    Map<SeatsId, PlanCourse> wanted = new HashMap<>(courses);
    wanted.keySet().retainAll(claimed);
    return new Courses(held, retakes, wanted);
  }

  private Map<PlanKey, Set<SeatsId>> retakes() {
    Map<PlanKey, Set<SeatsId>> retakes = new HashMap<>();
    tables
        .rows()
        .forEach((seat, row) -> {
          PlanCourse course = courses.get(seat.seatsId());
          if (course != null && row.retakeOf() != null) {
            retakes
                .computeIfAbsent(
                    new PlanKey(seat.studentId(), course.termId()), plan -> new HashSet<>())
                .add(seat.seatsId());
          }
        });
    return retakes;
  }

  @Override
  public void saveCredits(SortedMap<PlanKey, Integer> changed) {
    tables.events.add("save credits " + changed.values());
    credits.putAll(changed);
  }

  @Override
  public void recountCredits(SortedSet<PlanKey> plans) {
    throw new UnsupportedOperationException();
  }

  @Override
  public SubjectRules subjectRules() {
    return SubjectRules.NONE;
  }
}
