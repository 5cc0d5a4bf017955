package io.sugang.student;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Takes a student out of all that reads of this instance are answered from. */
@Component
final class StudentEviction {
  private final @Nullable StudentCache cache;
  private final @Nullable NearCache local;
  private final StudentReader reader;

  StudentEviction(
      ObjectProvider<StudentCache> cache, ObjectProvider<NearCache> local, StudentReader reader) {
    this.cache = cache.getIfAvailable();
    this.local = local.getIfAvailable();
    this.reader = reader;
  }

  /**
   * Evicts a student. A read of this instance that begins later asks Redis, and MySQL if need be.
   *
   * @return false when Redis could not be told, so that it may show the old value until its life
   *     ends
   */
  boolean evict(long studentId) {
    boolean evicted = cache == null || cache.evict(studentId);
    if (local != null) {
      local.forget(studentId); // Redis tells the other instances; this one need not wait for it
    }
    reader.forgetLoad(studentId);
    return evicted;
  }
}
