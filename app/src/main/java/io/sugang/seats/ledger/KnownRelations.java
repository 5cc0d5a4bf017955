package io.sugang.seats.ledger;

import io.sugang.rules.plan.SubjectPairs;
import io.sugang.rules.plan.SubjectRelation;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The subjects that count as one, read again every {@value #SECONDS} s by the transactions that
 * need them. The catalogue of a term is complete before its windows open. For one thread.
 */
final class KnownRelations {
  private static final long SECONDS = 10;

  private final PlanStatements statements;
  private @Nullable SubjectPairs known;
  private long readNanos;

  KnownRelations(PlanStatements statements) {
    this.statements = statements;
  }

  SubjectPairs pairs() {
    SubjectPairs pairs = known;
    if (pairs == null || System.nanoTime() - readNanos > TimeUnit.SECONDS.toNanos(SECONDS)) {
      long now = System.nanoTime();
      pairs = SubjectRelation.pairs(statements.relations());
      known = pairs;
      readNanos = now;
    }
    return pairs;
  }
}
