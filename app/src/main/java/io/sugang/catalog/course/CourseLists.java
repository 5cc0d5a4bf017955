package io.sugang.catalog.course;

import io.sugang.platform.ids.CourseId;
import io.sugang.seats.ledger.CourseSeats;
import io.sugang.signin.Client;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.springframework.stereotype.Component;

/**
 * Lists of courses, with few searches at a time: a search looks at all courses, and shares the
 * processor with enrollments.
 */
@Component
class CourseLists {
  private final CourseIndex index;
  private final ListTurns turns;

  CourseLists(CourseIndex index, CourseProperties properties) {
    this.index = index;
    turns = new ListTurns(properties.lists(), properties.waitingLists());
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
   * Lists courses in the order of their ids.
   *
   * @return empty when too many lists are requested, as {@link ListTurns#run} says; fails with a
   *     {@link io.sugang.platform.problem.TemporarilyUnavailableException} when MySQL has to be
   *     asked and is away
   */
  CompletableFuture<Optional<Found>> list(Client client, CourseQuery query, int page, int size) {
    return turns.run(
        client,
        () -> {
          SeatReading reading = index.seats();
          List<Listed> all = matching(reading, query, query::matches);
          if (all.isEmpty()) {
            all = matching(reading, query, query::matchesInWords);
          }
          return new Found(all.stream().skip((long) page * size).limit(size).toList(), all.size());
        });
  }

  private List<Listed> matching(
      SeatReading reading, CourseQuery query, Predicate<IndexedCourse> condition) {
    List<Listed> all = new ArrayList<>();
    index
        .courses(reading)
        .forEach((courseId, course) -> {
          CourseSeats seats = reading.courses().get(new CourseId(courseId));
          if (seats != null && condition.test(course)) {
            Listed listed = new Listed(course, seats);
            if (!query.seatsLeft() || listed.free() > 0) {
              all.add(listed);
            }
          }
        });
    return all;
  }
}
