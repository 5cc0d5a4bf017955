package io.sugang.rules.plan;

import io.sugang.platform.ids.StudentId;
import org.jspecify.annotations.Nullable;

/** The receiver of what the transactions of the ledger see of plans, after their commit. */
public interface PlanObserver {
  /** Receives nothing. */
  PlanObserver NONE =
      new PlanObserver() {
        @Override
        public void seen(StudentId studentId, long termId, @Nullable StudentPlan plan) {}

        @Override
        public void changed(StudentId studentId, long termId) {}
      };

  /**
   * Receives a plan as a transaction left it.
   *
   * @param plan null when the student is not registered in the term
   */
  void seen(StudentId studentId, long termId, @Nullable StudentPlan plan);

  /** Receives a plan from which a transaction deleted a course. */
  void changed(StudentId studentId, long termId);
}
