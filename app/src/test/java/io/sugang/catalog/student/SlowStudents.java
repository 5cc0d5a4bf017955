package io.sugang.catalog.student;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.data.domain.Limit;

/** MySQL, but answers are held back until they are let through. */
final class SlowStudents implements StudentRepository {
  final AtomicInteger reads = new AtomicInteger();
  final MeterRegistry metrics = new SimpleMeterRegistry();
  private final StudentRepository students;
  private final CountDownLatch reading = new CountDownLatch(1);
  private final CountDownLatch through = new CountDownLatch(1);

  SlowStudents(StudentRepository students) {
    this.students = students;
  }

  void awaitReader() throws InterruptedException {
    assertThat(reading.await(15, TimeUnit.SECONDS)).isTrue();
  }

  void letThrough() {
    through.countDown();
  }

  @Override
  public List<Student> findByStudentIdIn(List<Long> studentIds) {
    List<Student> found = students.findByStudentIdIn(studentIds);
    reads.incrementAndGet();
    reading.countDown();
    try {
      assertThat(through.await(15, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return found;
  }

  @Override
  public Optional<Long> findIdBehindLock(long studentId) {
    return students.findIdBehindLock(studentId);
  }

  @Override
  public List<Long> findIds(long after, long before, Limit limit) {
    return students.findIds(after, before, limit);
  }
}
