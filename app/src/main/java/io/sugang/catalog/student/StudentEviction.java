package io.sugang.catalog.student;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Eviction of a student from all caches that this instance reads. */
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
   * Evicts a student. A later read of this instance asks Redis, and MySQL if necessary.
   *
   * @return false when Redis did not answer, so it may have the old value until it expires
   */
  boolean evict(long studentId) {
    boolean evicted = cache == null || cache.evict(studentId);
    if (local != null) {
      local.forget(
          studentId); // the other instances get an invalidation; this one need not wait for it
    }
    reader.forgetLoad(studentId);
    return evicted;
  }
}
