package io.sugang.audit;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which events are searched. Null fits all.
 *
 * @param studentIds events about one of these
 * @param courseIds events about one of these
 * @param actors events of one of these, like {@code registrar:3}
 * @param from the first instant
 * @param to the first instant after the last
 */
public record EventFilter(
    @Nullable Set<Long> studentIds,
    @Nullable Set<Long> courseIds,
    @Nullable Set<String> actors,
    @Nullable String action,
    @Nullable String target,
    Instant from,
    Instant to) {

  boolean isEmpty() {
    return studentIds == null
        && courseIds == null
        && actors == null
        && action == null
        && target == null;
  }

  boolean fits(LoggedEvent event) {
    return isOneOf(studentIds, event.studentId())
        && isOneOf(courseIds, event.courseId())
        && isOneOf(actors, event.actor())
        && (action == null || action.equals(event.action()))
        && (target == null || target.equals(event.target()));
  }

  private static <T> boolean isOneOf(@Nullable Set<T> wanted, @Nullable T value) {
    return wanted == null || value != null && wanted.contains(value);
  }
}
