package io.sugang.catalog.course;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.CacheLoader;
import com.github.benmanes.caffeine.cache.Caffeine;
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
  private final SharedLookUps<CourseTerm> rows;
  private final Cache<Long, Optional<CourseTerm>> known;

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
                new CacheLoader<Long, Optional<CourseTerm>>() {
                  @Override
                  public Optional<CourseTerm> load(Long courseId) {
                    return lookUp(courseId);
                  }

                  @Override
                  public CompletableFuture<Optional<CourseTerm>> asyncReload(
                      Long courseId, Optional<CourseTerm> before, Executor executor) {
                    return CompletableFuture.supplyAsync(
                            () -> lookUp(courseId), Thread::startVirtualThread)
                        .exceptionally(away -> before);
                  }
                });
  }

  /**
   * Returns whether there is such a course; a pool of a course is none.
   *
   * @throws TemporarilyUnavailableException when MySQL has to be asked and is away
   */
  public boolean exists(long courseId) {
    CourseTerm course = find(courseId);
    return course != null && course.poolOf() == null;
  }

  /** Returns whether {@link #exists} and {@link #termOf} answer from memory. */
  public boolean remembers(long courseId) {
    return remembered(courseId) != null;
  }

  /**
   * {@inheritDoc}
   *
   * @throws TemporarilyUnavailableException when MySQL has to be asked and is away, which it has
   *     not to be after {@link #exists}
   */
  @Override
  public @Nullable Long termOf(long courseId) {
    CourseTerm course = find(courseId);
    if (course == null) {
      throw new UnknownCourseException(courseId);
    }
    return course.termId();
  }

  /** Forgets a course that the ledger does not have any more. */
  public void forget(long courseId) {
    known.invalidate(courseId);
  }

  private @Nullable CourseTerm remembered(long courseId) {
    Optional<CourseTerm> course = known.getIfPresent(courseId);
    return course == null ? null : course.orElse(null);
  }

  private @Nullable CourseTerm find(long courseId) {
    CourseTerm remembered = remembered(courseId);
    if (remembered != null) {
      return remembered;
    }
    Optional<CourseTerm> course = lookUp(courseId);
    if (course.isEmpty()) {
      // A look-up that began later may have found it.
      known.asMap().computeIfPresent(courseId, (id, found) -> found.isEmpty() ? null : found);
    } else {
      known.put(courseId, course);
    }
    return course.orElse(null);
  }

  private Optional<CourseTerm> lookUp(long courseId) {
    try {
      return Optional.ofNullable(rows.get(courseId));
    } catch (RuntimeException failure) {
      if (Outage.causes(failure)) {
        throw new TemporarilyUnavailableException(
            "Courses cannot be looked up right now. Please try again.", failure);
      }
      throw failure;
    }
  }
}
