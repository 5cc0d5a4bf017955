package io.sugang.seats.reconciler;

import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
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
  final SortedMap<SeatsId, Integer> capacities = new TreeMap<>();
  final Map<SeatsId, Set<StudentId>> rows = new HashMap<>();
  final Set<SeatsId> locked = new HashSet<>();

  /** Courses whose rows are locked at each look, by one short transaction after the other. */
  final Set<SeatsId> inUse = new HashSet<>();

  final List<String> events = new CopyOnWriteArrayList<>();
  volatile boolean available = true;

  void course(long id, int capacity, long... students) {
    SeatsId seatsId = new SeatsId(id);
    capacities.put(seatsId, capacity);
    Set<StudentId> roster = new HashSet<>();
    for (long student : students) {
      roster.add(new StudentId(student));
    }
    rows.put(seatsId, roster);
  }

  private CourseSeats seats(SeatsId seatsId) {
    return new CourseSeats(
        capacities.getOrDefault(seatsId, 0), rows.getOrDefault(seatsId, Set.of()).size());
  }

  @Override
  public boolean available() {
    return available;
  }

  @Override
  public SortedMap<SeatsId, CourseSeats> seatsBelow(long firstExcluded) {
    return seats(capacities.headMap(new SeatsId(firstExcluded)).keySet());
  }

  @Override
  public SortedMap<SeatsId, CourseSeats> seats(Collection<SeatsId> seatsIds) {
    SortedMap<SeatsId, CourseSeats> seats = new TreeMap<>();
    seatsIds.stream()
        .filter(capacities::containsKey)
        .forEach(seatsId -> seats.put(seatsId, seats(seatsId)));
    return seats;
  }

  @Override
  public Map<SeatsId, Set<StudentId>> rosters(Collection<SeatsId> seatsIds) {
    Map<SeatsId, Set<StudentId>> rosters = new HashMap<>();
    seatsIds.forEach(
        seatsId -> rosters.put(seatsId, Set.copyOf(rows.getOrDefault(seatsId, Set.of()))));
    return rosters;
  }

  @Override
  public Map<SeatsId, Integer> enrolledBelow(long firstExcluded) {
    events.add("look without the gate");
    Map<SeatsId, Integer> enrolled = new HashMap<>();
    rows.forEach((seatsId, roster) -> enrolled.put(seatsId, roster.size()));
    return enrolled;
  }

  @Override
  public Optional<Map<StudentId, EnrollmentRow>> lookUpUnlessLocked(
      SeatsId seatsId, Collection<StudentId> studentIds) {
    events.add("look up " + seatsId);
    return locked.contains(seatsId) || inUse.contains(seatsId)
        ? Optional.empty()
        : Optional.of(found(seatsId, studentIds));
  }

  @Override
  public Optional<Map<StudentId, EnrollmentRow>> lookUpBehindBusyLock(
      SeatsId seatsId, Collection<StudentId> studentIds) {
    events.add("wait for " + seatsId);
    return locked.contains(seatsId) ? Optional.empty() : Optional.of(found(seatsId, studentIds));
  }

  private Map<StudentId, EnrollmentRow> found(SeatsId seatsId, Collection<StudentId> studentIds) {
    Map<StudentId, EnrollmentRow> found = new HashMap<>();
    for (StudentId student : studentIds) {
      if (rows.getOrDefault(seatsId, Set.of()).contains(student)) {
        found.put(
            student, new EnrollmentRow(student.value(), student, seatsId, Instant.EPOCH, null));
      }
    }
    return found;
  }

  @Override
  public Set<SeatsId> oversold(Collection<SeatsId> seatsIds) {
    return Set.of();
  }

  @Override
  public Set<SeatsId> drifted(Collection<SeatsId> seatsIds) {
    return Set.of();
  }
}
