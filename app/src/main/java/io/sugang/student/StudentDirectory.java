package io.sugang.student;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.sugang.problem.TemporarilyUnavailableException;
import org.springframework.stereotype.Component;

/**
 * Says whether a student exists, before every enrollment: from the instance's own memory, else from
 * Redis, else from MySQL.
 *
 * <p>Students are never deleted, so a known id stays known; should that change, the foreign key of
 * enrollment still holds. Unknown ids are remembered for a few seconds only, so that a new student
 * is not kept out.
 */
@Component
public class StudentDirectory {
  private static final int MOST_UNKNOWN_IDS = 50_000;

  private final StudentReader reader;
  private final Cache<Long, Boolean> known;
  private final Cache<Long, Boolean> unknown;

  StudentDirectory(StudentReader reader, StudentProperties properties) {
    this.reader = reader;
    this.known =
        Caffeine.newBuilder()
            .maximumSize(properties.knownIds())
            .expireAfterWrite(properties.knownTtl())
            .build();
    // A cache of its own, so that a flood of invented ids cannot drive out those of students.
    this.unknown =
        Caffeine.newBuilder()
            .maximumSize(MOST_UNKNOWN_IDS)
            .expireAfterWrite(properties.unknownTtl())
            .build();
  }

  /**
   * Whether there is such a student.
   *
   * @throws TemporarilyUnavailableException when neither memory nor Redis nor MySQL can tell
   */
  public boolean exists(long studentId) {
    if (known.getIfPresent(studentId) != null) {
      return true;
    }
    if (unknown.getIfPresent(studentId) != null) {
      return false;
    }
    boolean exists = reader.read(studentId) != null;
    (exists ? known : unknown).put(studentId, Boolean.TRUE);
    return exists;
  }

  void remember(long studentId) {
    known.put(studentId, Boolean.TRUE);
  }
}
