package io.sugang.catalog.student;

import io.sugang.platform.ids.KnownIds;
import io.sugang.platform.problem.TemporarilyUnavailableException;
import java.util.stream.LongStream;
import org.springframework.stereotype.Component;

/**
 * Directory of the existing students, asked before every enrollment: in the memory of the instance,
 * otherwise in Redis, otherwise in MySQL.
 *
 * <p>Students are never deleted, so a known id stays known. That an id is unknown is what MySQL
 * said after the question. The foreign key of enrollment holds in any case.
 */
@Component
public class StudentDirectory {
  private final StudentReader reader;
  private final KnownIds ids;

  StudentDirectory(StudentReader reader, StudentProperties properties) {
    this.reader = reader;
    this.ids = new KnownIds(properties.knownIds(), properties.knownTtl());
  }

  /**
   * Returns whether there is such a student.
   *
   * @throws TemporarilyUnavailableException when the id is not in memory, and neither Redis nor
   *     MySQL answers
   */
  public boolean exists(long studentId) {
    return ids.exists(studentId, id -> reader.read(id) != null);
  }

  /** Returns whether {@link #exists} answers from memory. */
  public boolean remembers(long studentId) {
    return ids.remembers(studentId);
  }

  void rememberAll(LongStream studentIds) {
    ids.rememberAll(studentIds);
  }
}
