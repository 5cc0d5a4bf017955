package io.sugang.student;

import io.sugang.id.Ids;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.data.domain.Limit;
import org.springframework.stereotype.Component;

/**
 * Loads many students into Redis, and their ids into the instance's memory, for warm-up. Each load
 * holds a lease, so corrections and other instances may run meanwhile.
 */
@Component
public class StudentPreload {
  private static final int PAGE = 500;

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
   * Loads the students with the lowest ids; those that Redis has already stay as they are.
   *
   * @return how many are known to the instance now
   */
  public int load(int most) {
    int loaded = 0;
    long last = 0;
    while (loaded < most) {
      List<Long> ids =
          students.findIds(last, Ids.RESERVED_FROM, Limit.of(Math.min(PAGE, most - loaded)));
      if (ids.isEmpty()) {
        break;
      }
      fill(ids);
      ids.forEach(directory::remember);
      loaded += ids.size();
      last = ids.getLast();
    }
    return loaded;
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
    found.forEach(student -> values.put(student.toView().studentId(), reader.toJson(student)));
    redis.fill(values, lease);
  }
}
