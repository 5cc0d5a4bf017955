package io.sugang.idempotency;

/**
 * A request's attempt to be the one that is under way with its {@code Idempotency-Key}. To be
 * closed when the request has ended, in whatever way.
 */
public final class RequestMarker implements AutoCloseable {

  /** Whose request is under way with the key. */
  public enum Holder {
    /** This one. */
    THIS_REQUEST,
    /** Another one for the same student and course. */
    SAME_PAIR,
    /** One for another student or course. */
    OTHER_PAIR
  }

  private final Holder holder;
  private final Runnable removal;

  private RequestMarker(Holder holder, Runnable removal) {
    this.holder = holder;
    this.removal = removal;
  }

  static RequestMarker own(Runnable removal) {
    return new RequestMarker(Holder.THIS_REQUEST, removal);
  }

  static RequestMarker met(Holder holder) {
    return new RequestMarker(holder, () -> {});
  }

  public Holder holder() {
    return holder;
  }

  /** Lets the next request with the key pass. Never fails. */
  @Override
  public void close() {
    removal.run();
  }
}
