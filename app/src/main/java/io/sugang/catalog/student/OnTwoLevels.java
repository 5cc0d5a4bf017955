package io.sugang.catalog.student;

import java.util.EnumSet;

/** Condition: students are cached in the instance, before Redis. */
final class OnTwoLevels extends ConditionalOnStudentCache {
  OnTwoLevels() {
    super(EnumSet.of(StudentProperties.Cache.TWO_LEVEL));
  }
}
