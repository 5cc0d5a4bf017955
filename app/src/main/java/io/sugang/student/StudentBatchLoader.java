package io.sugang.student;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Reads students from MySQL. Those that are asked for while others are read are read together after
 * them, by one statement, and not by one each at the same time: a statement costs ten times what
 * another student in it costs.
 */
final class StudentBatchLoader {
  /** Most students in a group. */
  private static final int MOST = 64;

  /** Most groups that are read at the same time: one that is slow holds only half of them up. */
  private static final int AT_ONCE = 2;

  private record Wanted(long studentId, CompletableFuture<@Nullable Student> student) {}

  private final StudentRepository students;
  private final Queue<Wanted> waiting = new ConcurrentLinkedQueue<>();
  private final Semaphore readers = new Semaphore(AT_ONCE);

  StudentBatchLoader(StudentRepository students) {
    this.students = students;
  }

  /**
   * The student as a read that begins after this call finds them, null for an unknown id.
   *
   * @return fails with what the group failed with
   */
  CompletableFuture<@Nullable Student> find(long studentId) {
    Wanted wanted = new Wanted(studentId, new CompletableFuture<>());
    waiting.add(wanted);
    beginUnlessBusy();
    return wanted.student();
  }

  private void beginUnlessBusy() {
    if (!waiting.isEmpty() && readers.tryAcquire()) {
      Thread.startVirtualThread(this::readGroups);
    }
  }

  private void readGroups() {
    try {
      for (List<Wanted> group = next(); !group.isEmpty(); group = next()) {
        read(group);
      }
    } finally {
      readers.release();
    }
    beginUnlessBusy(); // for who came between the last look and the release
  }

  private List<Wanted> next() {
    List<Wanted> group = new ArrayList<>();
    while (group.size() < MOST) {
      Wanted wanted = waiting.poll();
      if (wanted == null) {
        break;
      }
      group.add(wanted);
    }
    return group;
  }

  private void read(List<Wanted> group) {
    Map<Long, Student> found = new HashMap<>();
    try {
      students
          .findByStudentIdIn(group.stream().map(Wanted::studentId).toList())
          .forEach(student -> found.put(student.studentId(), student));
    } catch (Throwable failure) {
      group.forEach(wanted -> wanted.student().completeExceptionally(failure));
      return;
    }
    group.forEach(wanted -> wanted.student().complete(found.get(wanted.studentId())));
  }
}
