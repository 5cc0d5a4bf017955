package io.sugang.seats.reconciler;

import static java.util.concurrent.CompletableFuture.completedStage;
import static java.util.concurrent.CompletableFuture.failedStage;

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
import java.util.function.LongConsumer;

/** What the scripts of the gate do, on maps; entries are as old as a test says. */
final class InMemoryGate implements SeatGate, SeatRosters {

  /** What the gate has of a course. */
  static final class Course {
    OptionalInt capacity = OptionalInt.empty();
    final Set<Long> students = new HashSet<>();
    final Map<Long, OpenEntry> pending = new HashMap<>();
    String ticket = "";
  }

  final Map<Long, Course> courses = new HashMap<>();

  /** {@code load 1}, {@code confirm 7}, {@code release 7} and so on. */
  final List<String> events = new CopyOnWriteArrayList<>();

  /** Courses whose keys Redis cannot read. */
  final Set<Long> unreadable = new HashSet<>();

  /** Courses for whose load Redis has no memory. */
  final Set<Long> withoutMemory = new HashSet<>();

  /** Courses whose next loads are overtaken, so many. */
  final Map<Long, Integer> overtaken = new HashMap<>();

  volatile boolean connected = true;
  volatile Optional<String> run = Optional.of("run-1");
  volatile boolean away;

  /** So many attempts to connect end with an Error. */
  final AtomicInteger errors = new AtomicInteger();

  /** Happens before a load of a course. */
  LongConsumer onLoad = courseId -> {};

  private long tickets;

  Course course(long courseId) {
    return courses.computeIfAbsent(courseId, id -> new Course());
  }

  /** An open entry of a student. */
  void pending(long courseId, long studentId, long ageMillis) {
    Course course = course(courseId);
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
  public CompletionStage<CourseSummary> summarize(long courseId) {
    events.add("summary " + courseId);
    if (away) {
      return failedStage(new IllegalStateException("of the test"));
    }
    Course course = course(courseId);
    return unreadable.contains(courseId)
        ? failedStage(SeatFixtures.unreadable(courseId))
        : completedStage(
            new CourseSummary(
                course.capacity, course.students.size(), List.copyOf(course.pending.values())));
  }

  @Override
  public CompletionStage<Snapshot> begin(long courseId) {
    if (away) {
      return failedStage(new IllegalStateException("of the test"));
    }
    if (unreadable.contains(courseId)) {
      return failedStage(SeatFixtures.unreadable(courseId));
    }
    Course course = course(courseId);
    course.ticket = "ticket-" + ++tickets;
    return completedStage(
        new Snapshot(
            courseId,
            course.ticket,
            course.capacity,
            Set.copyOf(course.students),
            Map.copyOf(course.pending)));
  }

  @Override
  public CompletionStage<Settlement> load(
      long courseId, String ticket, int capacity, Set<Long> roster) {
    events.add("load " + courseId);
    onLoad.accept(courseId);
    if (withoutMemory.contains(courseId)) {
      return failedStage(SeatFixtures.withoutMemory(courseId));
    }
    Course course = course(courseId);
    if (overtaken.getOrDefault(courseId, 0) > 0) {
      overtaken.merge(courseId, -1, Integer::sum);
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
  public CompletionStage<Settlement> raise(long courseId, int capacity) {
    events.add("raise " + courseId + " to " + capacity);
    Course course = course(courseId);
    course.ticket = "";
    if (course.capacity.isEmpty()) {
      return completedStage(Settlement.GONE);
    }
    course.capacity = OptionalInt.of(Math.max(course.capacity.getAsInt(), capacity));
    return completedStage(Settlement.SETTLED);
  }

  @Override
  public CompletionStage<Void> forget(long courseId) {
    events.add("forget " + courseId);
    courses.remove(courseId);
    return completedStage(null);
  }

  @Override
  public CompletionStage<Settlement> confirm(long courseId, long studentId, String token) {
    events.add("confirm " + studentId);
    return completedStage(settle(courseId, studentId, token, false));
  }

  @Override
  public CompletionStage<Settlement> release(long courseId, long studentId, String token) {
    events.add("release " + studentId);
    return completedStage(settle(courseId, studentId, token, true));
  }

  private Settlement settle(long courseId, long studentId, String token, boolean leaves) {
    Course course = course(courseId);
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
  public CompletableFuture<GateAnswer> enter(long courseId, long studentId) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Optional<String>> mark(long courseId, long studentId) {
    throw new UnsupportedOperationException();
  }
}
