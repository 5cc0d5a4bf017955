package io.sugang.catalog.student;

import java.util.Set;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Condition on the value of {@code sugang.student.cache}, read as {@link StudentProperties} reads
 * it, so that a spelling means the same in both.
 */
abstract sealed class ConditionalOnStudentCache implements Condition permits OnRedis, OnTwoLevels {
  private final Set<StudentProperties.Cache> values;

  ConditionalOnStudentCache(Set<StudentProperties.Cache> values) {
    this.values = values;
  }

  @Override
  public final boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
    return values.contains(
        Binder.get(context.getEnvironment())
            .bind("sugang.student.cache", StudentProperties.Cache.class)
            .orElse(StudentProperties.Cache.TWO_LEVEL));
  }
}
