package io.sugang.seats.reconciler;

import static java.util.concurrent.CompletableFuture.completedStage;
import static java.util.concurrent.CompletableFuture.failedStage;

import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.seats.gate.CancelMark;
import io.sugang.seats.gate.GateAnswer;
import io.sugang.seats.gate.SeatFixtures;
import io.sugang.seats.gate.SeatGate;
import io.sugang.seats.gate.SeatRosters;
import io.sugang.seats.gate.Settlement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** What the scripts of the gate do, on maps; entries are as old as a test says. */
final class InMemoryGate implements SeatGate, SeatRosters {

  /** What the gate has of a course. */
  static final class Course {
    OptionalInt capacity = OptionalInt.empty();
    final Set<StudentId> students = new HashSet<>();
    final Map<StudentId, OpenEntry> pending = new HashMap<>();
    String ticket = "";
  }

  final Map<SeatsId, Course> courses = new HashMap<>();

  /** {@code load 1}, {@code confirm 7}, {@code release 7} and so on. */
  final List<String> events = new CopyOnWriteArrayList<>();

  /** Courses whose keys Redis cannot read. */
  final Set<SeatsId> unreadable = new HashSet<>();

  /** Courses for whose load Redis has no memory. */
  final Set<SeatsId> withoutMemory = new HashSet<>();

  /** Courses whose next loads are overtaken, so many. */
  final Map<SeatsId, Integer> overtaken = new HashMap<>();

  volatile boolean connected = true;
  volatile Optional<String> run = Optional.of("run-1");
  volatile boolean away;

  /** So many attempts to connect end with an Error. */
  final AtomicInteger errors = new AtomicInteger();

  /** Happens before a load of a course. */
  Consumer<SeatsId> onLoad = seatsId -> {};

  private long tickets;

  Course course(long id) {
    return course(new SeatsId(id));
  }

  private Course course(SeatsId seatsId) {
    return courses.computeIfAbsent(seatsId, id -> new Course());
  }

  /** An open entry of a student. */
  void pending(long student, long id, long ageMillis) {
    StudentId studentId = new StudentId(student);
    SeatsId seatsId = new SeatsId(id);
    Course course = course(seatsId);
    course.students.add(studentId);
    course.pending.put(studentId, new OpenEntry(studentId, "token-" + studentId, ageMillis));
  }

  @Override
  public boolean connect() {
    if (errors.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      throw new NoClassDefFoundError("of the test");
    }
    events.add("connect");
    return connected;
  }

  @Override
  public Optional<String> runAndTime() {
    return run;
  }

  @Override
  public CompletionStage<CourseSummary> summarize(SeatsId seatsId) {
    events.add("summary " + seatsId);
    if (away) {
      return failedStage(new IllegalStateException("of the test"));
    }
    Course course = course(seatsId);
    return unreadable.contains(seatsId)
        ? failedStage(SeatFixtures.unreadable(seatsId))
        : completedStage(
            new CourseSummary(
                course.capacity, course.students.size(), List.copyOf(course.pending.values())));
  }

  @Override
  public CompletionStage<Snapshot> begin(SeatsId seatsId) {
    if (away) {
      return failedStage(new IllegalStateException("of the test"));
    }
    if (unreadable.contains(seatsId)) {
      return failedStage(SeatFixtures.unreadable(seatsId));
    }
    Course course = course(seatsId);
    course.ticket = "ticket-" + ++tickets;
    return completedStage(
        new Snapshot(
            seatsId,
            course.ticket,
            course.capacity,
            Set.copyOf(course.students),
            Map.copyOf(course.pending)));
  }

  @Override
  public CompletionStage<Settlement> load(
      SeatsId seatsId, String ticket, int capacity, Set<StudentId> roster) {
    events.add("load " + seatsId);
    onLoad.accept(seatsId);
    if (withoutMemory.contains(seatsId)) {
      return failedStage(SeatFixtures.withoutMemory(seatsId));
    }
    Course course = course(seatsId);
    if (overtaken.getOrDefault(seatsId, 0) > 0) {
      overtaken.merge(seatsId, -1, Integer::sum);
      course.ticket = "";
    }
    if (!course.ticket.equals(ticket)) {
      return completedStage(Settlement.GONE);
    }
    course.ticket = "";
    course.capacity = OptionalInt.of(capacity);
    course.students.clear();
    course.students.addAll(roster);
    course.students.addAll(course.pending.keySet());
    return completedStage(Settlement.SETTLED);
  }

  @Override
  public CompletionStage<Settlement> raise(SeatsId seatsId, int capacity) {
    events.add("raise " + seatsId + " to " + capacity);
    Course course = course(seatsId);
    course.ticket = "";
    if (course.capacity.isEmpty()) {
      return completedStage(Settlement.GONE);
    }
    course.capacity = OptionalInt.of(Math.max(course.capacity.getAsInt(), capacity));
    return completedStage(Settlement.SETTLED);
  }

  @Override
  public CompletionStage<Void> forget(SeatsId seatsId) {
    events.add("forget " + seatsId);
    courses.remove(seatsId);
    return completedStage(null);
  }

  @Override
  public CompletionStage<Settlement> confirm(StudentId studentId, SeatsId seatsId, String token) {
    events.add("confirm " + studentId);
    return completedStage(settle(studentId, seatsId, token, false));
  }

  @Override
  public CompletionStage<Settlement> release(StudentId studentId, SeatsId seatsId, String token) {
    events.add("release " + studentId);
    return completedStage(settle(studentId, seatsId, token, true));
  }

  private Settlement settle(StudentId studentId, SeatsId seatsId, String token, boolean leaves) {
    Course course = course(seatsId);
    course.ticket = "";
    OpenEntry entry = course.pending.get(studentId);
    if (entry == null || !entry.token().equals(token)) {
      return Settlement.GONE;
    }
    course.pending.remove(studentId);
    if (leaves) {
      course.students.remove(studentId);
    }
    return Settlement.SETTLED;
  }

  @Override
  public CompletableFuture<GateAnswer> enter(StudentId studentId, SeatsId seatsId) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean mayLackRows() {
    return false;
  }

  @Override
  public CompletableFuture<Optional<CancelMark>> mark(StudentId studentId, SeatsId seatsId) {
    throw new UnsupportedOperationException();
  }
}
