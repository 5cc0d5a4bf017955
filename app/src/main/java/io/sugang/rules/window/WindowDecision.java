package io.sugang.rules.window;

import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether a student may do something with a course, and of which of its pools a seat may be.
 *
 * @param rejection null: the student may
 * @param pools in the order in which they are tried; empty for a course that has its seats itself
 * @param commonFrom from when on the student may have a seat of the course itself too, because a
 *     pool merges with it; null: never, or since before the arrival
 */
public record WindowDecision(
    @Nullable RegistrationRejection rejection, List<SeatsId> pools, @Nullable Instant commonFrom) {
  static final WindowDecision WITHOUT_POOLS = new WindowDecision(null, List.of());

  /** Creates a decision that no merge changes. */
  public WindowDecision(@Nullable RegistrationRejection rejection, List<SeatsId> pools) {
    this(rejection, pools, null);
  }

  static WindowDecision of(@Nullable RegistrationRejection rejection, List<SeatsId> pools) {
    return rejection == null && pools.isEmpty()
        ? WITHOUT_POOLS
        : new WindowDecision(rejection, pools);
  }

  /**
   * Returns the pools that may give a seat at a time after the arrival.
   *
   * @param courseId the course itself
   */
  public List<SeatsId> poolsAt(Instant time, CourseId courseId) {
    return commonFrom == null || time.isBefore(commonFrom)
        ? pools
        : Stream.concat(pools.stream(), Stream.of(courseId.ownSeats())).toList();
  }
}
