package io.sugang.catalog.course;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.CacheLoader;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.SharedLookUps;
import io.sugang.platform.problem.Outage;
import io.sugang.platform.problem.TemporarilyUnavailableException;
import io.sugang.rules.plan.CourseTerms;
import io.sugang.rules.plan.UnknownCourseException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Catalog of the existing courses and their terms, asked before every enrollment. A term never
 * changes, and hardly a course is ever deleted, so nearly every answer comes from memory. That
 * there is no such course is never remembered: a course that was just added is found at once.
 */
@Component
public class CourseCatalog implements CourseTerms {
  private final SharedLookUps<Long, CourseTerm> rows;
  private final Cache<SeatsId, Optional<CourseTerm>> known;

  CourseCatalog(CourseRepository courses, CourseProperties properties) {
    rows =
        new SharedLookUps<>(ids ->
            courses.findTerms(ids).stream()
                .collect(Collectors.toMap(CourseTerm::courseId, Function.identity())));
    known =
        Caffeine.newBuilder()
            .maximumSize(properties.knownIds())
            // Read again while it is used, so that no step of an enrollment waits for MySQL.
            .refreshAfterWrite(properties.knownTtl())
            .expireAfterWrite(properties.knownTtl().multipliedBy(2))
            .build(
                new CacheLoader<SeatsId, Optional<CourseTerm>>() {
                  @Override
                  public Optional<CourseTerm> load(SeatsId seatsId) {
                    return read(seatsId);
                  }

                  @Override
                  public CompletableFuture<Optional<CourseTerm>> asyncReload(
                      SeatsId seatsId, Optional<CourseTerm> before, Executor executor) {
                    return CompletableFuture.supplyAsync(
                            () -> read(seatsId), Thread::startVirtualThread)
                        .exceptionally(away -> before);
                  }
                });
  }

  /**
   * Returns whether there is such a course; a pool of a course is none.
   *
   * @throws TemporarilyUnavailableException when MySQL has to be asked and is away
   */
  public boolean exists(CourseId courseId) {
    CourseTerm course = find(courseId.ownSeats());
    return course != null && course.poolOf() == null;
  }

  /** Returns whether {@link #exists} and {@link #termOf} answer from memory. */
  public boolean remembers(SeatsId seatsId) {
    return remembered(seatsId) != null;
  }

  /**
   * {@inheritDoc}
   *
   * @throws TemporarilyUnavailableException when MySQL has to be asked and is away, which it has
   *     not to be after {@link #exists}
   */
  @Override
  public @Nullable Long termOf(SeatsId seatsId) {
    CourseTerm course = find(seatsId);
    if (course == null) {
      throw new UnknownCourseException(seatsId);
    }
    return course.termId();
  }

  /**
   * Looks a course or a pool up, so that {@link #termOf} answers from memory.
   *
   * @throws TemporarilyUnavailableException when MySQL has to be asked and is away
   */
  public void lookUp(SeatsId seatsId) {
    find(seatsId);
  }

  /** Forgets a course or a pool that the ledger does not have any more. */
  public void forget(SeatsId seatsId) {
    known.invalidate(seatsId);
  }

  private @Nullable CourseTerm remembered(SeatsId seatsId) {
    Optional<CourseTerm> course = known.getIfPresent(seatsId);
    return course == null ? null : course.orElse(null);
  }

  private @Nullable CourseTerm find(SeatsId seatsId) {
    CourseTerm remembered = remembered(seatsId);
    if (remembered != null) {
      return remembered;
    }
    Optional<CourseTerm> course = read(seatsId);
    if (course.isEmpty()) {
      // A look-up that began later may have found it.
      known.asMap().computeIfPresent(seatsId, (id, found) -> found.isEmpty() ? null : found);
    } else {
      known.put(seatsId, course);
    }
    return course.orElse(null);
  }

  private Optional<CourseTerm> read(SeatsId seatsId) {
    try {
      return Optional.ofNullable(rows.get(seatsId.value()));
    } catch (RuntimeException failure) {
      if (Outage.causes(failure)) {
        throw new TemporarilyUnavailableException(
            "Courses cannot be looked up right now. Please try again.", failure);
      }
      throw failure;
    }
  }
}
