package io.sugang.startup.warmup;

import io.sugang.catalog.student.StudentPreload;
import java.time.Duration;

/**
 * Step that loads students into Redis, and the ids of all students into the memory of the instance.
 */
final class StudentStep implements WarmupStep {
  private final StudentPreload students;
  private final int most;
  private final Duration timeLimit;

  StudentStep(StudentPreload students, int most, Duration timeLimit) {
    this.students = students;
    this.most = most;
    this.timeLimit = timeLimit;
  }

  @Override
  public String name() {
    return "students";
  }

  @Override
  public Duration timeLimit() {
    return timeLimit;
  }

  @Override
  public String run() {
    StudentPreload.PreloadedStudents loaded = students.load(most);
    return "%d students are known, %d of them in Redis".formatted(loaded.known(), loaded.inRedis());
  }
}
