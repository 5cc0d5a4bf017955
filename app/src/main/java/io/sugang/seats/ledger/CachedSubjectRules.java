package io.sugang.seats.ledger;

import io.sugang.rules.plan.SubjectRules;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The rules about subjects, read again every {@value #SECONDS} s by the transactions that need
 * them. The catalogue of a term is complete before its windows open. For one thread.
 */
final class CachedSubjectRules {
  private static final long SECONDS = 10;

  private final PlanStatements statements;
  private @Nullable SubjectRules known;
  private long readNanos;

  CachedSubjectRules(PlanStatements statements) {
    this.statements = statements;
  }

  SubjectRules get() {
    SubjectRules rules = known;
    if (rules == null || System.nanoTime() - readNanos > TimeUnit.SECONDS.toNanos(SECONDS)) {
      long now = System.nanoTime();
      rules = statements.subjectRules();
      known = rules;
      readNanos = now;
    }
    return rules;
  }
}
