package io.sugang.registrar.mockterm;

import io.sugang.platform.problem.ProblemType;
import org.jspecify.annotations.Nullable;

/** Result of beginning or ending a mock term. */
sealed interface MockTermResult {

  /** It is begun or ended, by this request or by an earlier one. */
  record UnderWay(MockTermView term) implements MockTermResult {}

  /**
   * Nothing was changed.
   *
   * @param current the mock term that there is; null where that is not the reason
   */
  record NotPossible(ProblemType type, String detail, @Nullable MockTermView current)
      implements MockTermResult {}
}
