package io.sugang.seats.reconciler;

import io.sugang.seats.ledger.CourseSeats;
import io.sugang.seats.ledger.EnrollmentRow;
import io.sugang.seats.ledger.UnusedLedger;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The rows and course rows that the reconciler reads, in memory. */
final class InMemoryRows extends UnusedLedger {
  final SortedMap<Long, Integer> capacities = new TreeMap<>();
  final Map<Long, Set<Long>> rows = new HashMap<>();
  final Set<Long> locked = new HashSet<>();

  /** Courses whose rows are locked at each look, by one short transaction after the other. */
  final Set<Long> inUse = new HashSet<>();

  final List<String> events = new CopyOnWriteArrayList<>();
  volatile boolean available = true;

  void course(long courseId, int capacity, long... students) {
    capacities.put(courseId, capacity);
    Set<Long> roster = new HashSet<>();
    for (long student : students) {
      roster.add(student);
    }
    rows.put(courseId, roster);
  }

  private CourseSeats seats(long courseId) {
    return new CourseSeats(
        capacities.getOrDefault(courseId, 0), rows.getOrDefault(courseId, Set.of()).size());
  }

  @Override
  public boolean available() {
    return available;
  }

  @Override
  public SortedMap<Long, CourseSeats> seatsBelow(long firstExcluded) {
    return seats(capacities.headMap(firstExcluded).keySet());
  }

  @Override
  public SortedMap<Long, CourseSeats> seats(Collection<Long> courseIds) {
    SortedMap<Long, CourseSeats> seats = new TreeMap<>();
    courseIds.stream()
        .filter(capacities::containsKey)
        .forEach(courseId -> seats.put(courseId, seats(courseId)));
    return seats;
  }

  @Override
  public Map<Long, Set<Long>> rosters(Collection<Long> courseIds) {
    Map<Long, Set<Long>> rosters = new HashMap<>();
    courseIds.forEach(
        courseId -> rosters.put(courseId, Set.copyOf(rows.getOrDefault(courseId, Set.of()))));
    return rosters;
  }

  @Override
  public Map<Long, Integer> enrolledBelow(long firstExcluded) {
    events.add("look without the gate");
    Map<Long, Integer> enrolled = new HashMap<>();
    rows.forEach((courseId, roster) -> enrolled.put(courseId, roster.size()));
    return enrolled;
  }

  @Override
  public Optional<Map<Long, EnrollmentRow>> lookUpUnlessLocked(
      long courseId, Collection<Long> studentIds) {
    events.add("look up " + courseId);
    return locked.contains(courseId) || inUse.contains(courseId)
        ? Optional.empty()
        : Optional.of(found(courseId, studentIds));
  }

  @Override
  public Optional<Map<Long, EnrollmentRow>> lookUpBehindBusyLock(
      long courseId, Collection<Long> studentIds) {
    events.add("wait for " + courseId);
    return locked.contains(courseId) ? Optional.empty() : Optional.of(found(courseId, studentIds));
  }

  private Map<Long, EnrollmentRow> found(long courseId, Collection<Long> studentIds) {
    Map<Long, EnrollmentRow> found = new HashMap<>();
    for (long student : studentIds) {
      if (rows.getOrDefault(courseId, Set.of()).contains(student)) {
        found.put(student, new EnrollmentRow(student, student, courseId, Instant.EPOCH, null));
      }
    }
    return found;
  }

  @Override
  public Set<Long> oversold(Collection<Long> courseIds) {
    return Set.of();
  }

  @Override
  public Set<Long> drifted(Collection<Long> courseIds) {
    return Set.of();
  }
}
