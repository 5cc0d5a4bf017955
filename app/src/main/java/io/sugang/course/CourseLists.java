package io.sugang.course;

import io.sugang.id.Ids;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.PageRequest;
import org.springframework.stereotype.Component;

/**
 * Lists of courses, with few searches at a time: a search reads all courses, and shares
 * connections, HTTP threads and MySQL with enrollments.
 */
@Component
class CourseLists {
  private static final long LONGEST_WAIT_MILLIS = 500;

  private final CourseRepository courses;
  private final Semaphore admitted;
  private final Semaphore running;
  private final long countTtlNanos;
  private volatile @Nullable Count all;

  CourseLists(CourseRepository courses, CourseProperties properties) {
    this.courses = courses;
    admitted = new Semaphore(properties.lists() + properties.waitingLists());
    running = new Semaphore(properties.lists());
    countTtlNanos = properties.countTtl().toNanos();
  }

  private record Count(long courses, long nanos) {}

  /** A page of a list, and how many courses all pages have. */
  record Found(List<Course> courses, long total) {}

  /**
   * Lists courses in the order of their ids. Empty when too many lists are requested, after {@value
   * #LONGEST_WAIT_MILLIS} ms at most.
   *
   * @param title a LIKE pattern with ! as the escape character; null for any
   */
  Optional<Found> list(@Nullable String department, @Nullable String title, PageRequest page) {
    return within(() -> {
      List<Course> found = courses.search(department, title, Ids.RESERVED_FROM, page);
      return new Found(found, total(department, title, page, found.size()));
    });
  }

  private long total(
      @Nullable String department, @Nullable String title, PageRequest page, int found) {
    if (found < page.getPageSize() && (found > 0 || page.getPageNumber() == 0)) {
      return page.getOffset() + found;
    }
    if (department != null || title != null) {
      return courses.count(department, title, Ids.RESERVED_FROM);
    }
    Count known = all;
    long now = System.nanoTime();
    if (known == null || now - known.nanos() > countTtlNanos) {
      known = new Count(courses.count(null, null, Ids.RESERVED_FROM), now);
      all = known;
    }
    return known.courses();
  }

  private <T> Optional<T> within(Supplier<T> list) {
    if (!admitted.tryAcquire()) {
      return Optional.empty();
    }
    try {
      if (!running.tryAcquire(LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
        return Optional.empty();
      }
      try {
        return Optional.of(list.get());
      } finally {
        running.release();
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } finally {
      admitted.release();
    }
  }
}
