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
 * Loader of students from MySQL in batches. Students that are requested during a read are read
 * together after it, by one statement. A statement costs ten times as much as one more student in
 * it.
 */
final class StudentBatchLoader {
  /** Most students in a group. */
  private static final int MOST = 64;

  /** Most groups that are read at the same time: a slow one delays only half of the reads. */
  private static final int AT_ONCE = 2;

  private record Wanted(long studentId, CompletableFuture<@Nullable Student> student) {}

  private final StudentRepository students;
  private final Queue<Wanted> waiting = new ConcurrentLinkedQueue<>();
  private final Semaphore readers = new Semaphore(AT_ONCE);

  StudentBatchLoader(StudentRepository students) {
    this.students = students;
  }

  /**
   * Returns the student by a read that begins after this call; null for an unknown id.
   *
   * @return fails with the failure of the group
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
    beginUnlessBusy(); // for a student that arrived between the last check and the release
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
