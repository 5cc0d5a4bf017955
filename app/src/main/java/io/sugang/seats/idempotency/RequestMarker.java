package io.sugang.seats.idempotency;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A request's attempt to be the one in flight with its {@code Idempotency-Key}. Remove it after
 * every end of the request.
 */
public final class RequestMarker {

  /** The request that is in flight with the key. */
  public enum Holder {
    /** This one. */
    THIS_REQUEST,
    /** Another one for the same course. */
    SAME_PAIR,
    /** One for another course. */
    OTHER_PAIR
  }

  private final Holder holder;
  private final Supplier<CompletionStage<Void>> removal;

  private RequestMarker(Holder holder, Supplier<CompletionStage<Void>> removal) {
    this.holder = holder;
    this.removal = removal;
  }

  static RequestMarker own(Supplier<CompletionStage<Void>> removal) {
    return new RequestMarker(Holder.THIS_REQUEST, removal);
  }

  static RequestMarker met(Holder holder) {
    return new RequestMarker(holder, () -> CompletableFuture.completedStage(null));
  }

  public Holder holder() {
    return holder;
  }

  /** Lets the next request with the key pass. Does not block. Completes, never exceptionally. */
  public CompletionStage<Void> remove() {
    return removal.get();
  }
}
