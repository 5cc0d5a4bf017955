package io.sugang.seats.idempotency;

import java.util.concurrent.CompletionStage;

/** Markers that all instances see. */
interface MarkerStore {

  /** Puts {@code marker} unless another one stands. Completes, never exceptionally. */
  CompletionStage<PutResult> put(StudentKey key, String marker);

  /** Removes {@code marker} if it stands. Completes, never exceptionally. */
  CompletionStage<Void> remove(StudentKey key, String marker);
}
