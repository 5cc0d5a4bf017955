package io.sugang.course;

import io.sugang.ledger.CourseSeats;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/**
 * Lists of courses, with few searches at a time: a search looks at all courses, and shares the
 * processor and the HTTP threads with enrollments.
 */
@Component
class CourseLists {
  private static final long LONGEST_WAIT_MILLIS = 500;

  private final CourseIndex index;
  private final Semaphore admitted;
  private final Semaphore running;

  CourseLists(CourseIndex index, CourseProperties properties) {
    this.index = index;
    admitted = new Semaphore(properties.lists() + properties.waitingLists());
    running = new Semaphore(properties.lists());
  }

  /** A course and its seats of a moment ago. */
  record Listed(IndexedCourse course, CourseSeats seats) {
    int free() {
      return Math.max(0, seats.capacity() - seats.enrolled());
    }
  }

  /** A page of a list, and how many courses all pages have. */
  record Found(List<Listed> courses, long total) {}

  /**
   * Lists courses in the order of their ids. Empty when too many lists are requested, after {@value
   * #LONGEST_WAIT_MILLIS} ms at most.
   *
   * @throws io.sugang.problem.TemporarilyUnavailableException when MySQL has to be asked and is
   *     away
   */
  Optional<Found> list(CourseQuery query, int page, int size) {
    return within(() -> {
      SeatReading reading = index.seats();
      List<Listed> all = new ArrayList<>();
      index
          .courses(reading)
          .forEach((courseId, course) -> {
            CourseSeats seats = reading.courses().get(courseId);
            if (seats != null && query.matches(course)) {
              Listed listed = new Listed(course, seats);
              if (!query.seatsLeft() || listed.free() > 0) {
                all.add(listed);
              }
            }
          });
      return new Found(all.stream().skip((long) page * size).limit(size).toList(), all.size());
    });
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
