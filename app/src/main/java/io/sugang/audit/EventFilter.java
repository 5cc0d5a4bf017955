package io.sugang.audit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which events are searched. Null fits all.
 *
 * @param from the first instant
 * @param to the first instant after the last
 */
public record EventFilter(
    @Nullable Long studentId,
    @Nullable Long courseId,
    @Nullable String actor,
    @Nullable String action,
    @Nullable String target,
    Instant from,
    Instant to) {

  boolean isEmpty() {
    return studentId == null
        && courseId == null
        && actor == null
        && action == null
        && target == null;
  }

  boolean fits(LoggedEvent event) {
    return (studentId == null || studentId.equals(event.studentId()))
        && (courseId == null || courseId.equals(event.courseId()))
        && (actor == null || actor.equals(event.actor()))
        && (action == null || action.equals(event.action()))
        && (target == null || target.equals(event.target()));
  }
}
