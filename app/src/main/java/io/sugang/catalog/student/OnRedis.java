package io.sugang.catalog.student;

import java.util.EnumSet;

/** Condition: students are cached in Redis. */
final class OnRedis extends ConditionalOnStudentCache {
  OnRedis() {
    super(EnumSet.of(StudentProperties.Cache.REDIS, StudentProperties.Cache.TWO_LEVEL));
  }
}
