package io.sugang.enrollment.basket;

import io.sugang.enrollment.service.Reason;
import io.sugang.platform.problem.ProblemType;
import io.sugang.rules.window.RegistrationFacts;
import java.util.List;
import java.util.Map;

/** The decision about a change of a basket. */
sealed interface BasketDecision {

  /**
   * The basket as it should be, which may be as it is.
   *
   * @param facts by which it was decided
   */
  record Settled(Basket basket, RegistrationFacts facts) implements BasketDecision {}

  /**
   * The basket stays as it is.
   *
   * @param reasons at least one
   */
  record RejectedChange(List<Reason> reasons) implements BasketDecision {
    public RejectedChange {
      reasons = List.copyOf(reasons);
    }

    static RejectedChange because(ProblemType type, String detail, Map<String, Object> members) {
      return new RejectedChange(List.of(new Reason(type, detail, members)));
    }
  }
}
