package io.sugang.reconciler;

import java.time.Duration;

/** Decides which instance looks at all courses. */
interface Lease {

  /** Whether it is this instance's turn to look, within this {@code period}. */
  boolean tryAcquire(Duration period);
}
