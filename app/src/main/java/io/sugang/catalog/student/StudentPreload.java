package io.sugang.catalog.student;

import io.sugang.platform.ids.Ids;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.data.domain.Limit;
import org.springframework.stereotype.Component;

/**
 * Load of many students into Redis, and of all ids into the memory of the instance, for the
 * warm-up. Each load into Redis holds a lease, so corrections and other instances may run
 * meanwhile.
 */
@Component
public class StudentPreload {
  private static final int PAGE = 500;
  private static final int PAGE_OF_IDS = 10_000;
  // 40 MB; other ids are looked up at their first request.
  private static final int MOST_IDS = 5_000_000;

  private final StudentRepository students;
  private final StudentReader reader;
  private final StudentDirectory directory;
  private final @Nullable StudentCache cache;

  StudentPreload(
      StudentRepository students,
      StudentReader reader,
      StudentDirectory directory,
      ObjectProvider<StudentCache> cache) {
    this.students = students;
    this.reader = reader;
    this.directory = directory;
    this.cache = cache.getIfAvailable();
  }

  /**
   * Numbers of loaded students.
   *
   * @param inRedis students that are there now, by this or before it
   * @param known students that the instance knows to exist, 8 bytes each
   */
  public record PreloadedStudents(int inRedis, int known) {}

  /**
   * Loads the students with the lowest ids into Redis; those that it has already stay as they are.
   * All ids are remembered, because an enrollment only asks whether the student exists.
   *
   * @param most students for Redis
   */
  public PreloadedStudents load(int most) {
    LongStream.Builder ids = LongStream.builder();
    int known = 0;
    long last = 0;
    while (known < MOST_IDS) {
      int left = most - known;
      List<Long> page =
          students.findIds(
              last, Ids.RESERVED_FROM, Limit.of(left > 0 ? Math.min(PAGE, left) : PAGE_OF_IDS));
      if (page.isEmpty()) {
        break;
      }
      if (left > 0) {
        fill(page);
      }
      page.forEach(ids::add);
      known += page.size();
      last = page.getLast();
    }
    directory.rememberAll(ids.build());
    return new PreloadedStudents(Math.min(most, known), known);
  }

  private void fill(List<Long> ids) {
    StudentCache redis = cache;
    if (redis == null) {
      return;
    }
    String lease = reader.newLease();
    List<Long> leased = redis.lease(ids, lease);
    if (leased.isEmpty()) {
      return;
    }
    Map<Long, byte[]> values = new HashMap<>();
    List<Student> found = new ArrayList<>(students.findByStudentIdIn(leased));
    found.forEach(student -> values.put(student.studentId(), reader.toJson(student)));
    redis.fill(values, lease);
  }
}
