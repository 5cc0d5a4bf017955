package io.sugang.student;

import io.sugang.id.KnownIds;
import io.sugang.problem.TemporarilyUnavailableException;
import java.util.stream.LongStream;
import org.springframework.stereotype.Component;

/**
 * Says whether a student exists, before every enrollment: from the instance's own memory, else from
 * Redis, else from MySQL.
 *
 * <p>Students are never deleted, so a known id stays known; should that change, the foreign key of
 * enrollment still holds.
 */
@Component
public class StudentDirectory {
  private final StudentReader reader;
  private final KnownIds ids;

  StudentDirectory(StudentReader reader, StudentProperties properties) {
    this.reader = reader;
    this.ids = new KnownIds(properties.knownIds(), properties.knownTtl(), properties.unknownTtl());
  }

  /**
   * Whether there is such a student.
   *
   * @throws TemporarilyUnavailableException when neither memory nor Redis nor MySQL can tell
   */
  public boolean exists(long studentId) {
    return ids.exists(studentId, id -> reader.read(id) != null);
  }

  void rememberAll(LongStream studentIds) {
    ids.rememberAll(studentIds);
  }
}
