package io.sugang.verifier;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The connections of one run, each opened when the first check asks for it. */
final class Sources implements AutoCloseable {
  private final Once<EnrollmentRows> snapshot;
  private final Once<EnrollmentRows> current;
  private final Once<GateState> gate;

  Sources(Addresses addresses) {
    snapshot = new Once<>(() -> EnrollmentRows.snapshot(addresses));
    current = new Once<>(() -> EnrollmentRows.current(addresses));
    gate = new Once<>(() -> GateState.connect(addresses));
  }

  /** MySQL at the instant of the first call. */
  EnrollmentRows snapshot() {
    return snapshot.get();
  }

  /** MySQL as it is now. */
  EnrollmentRows current() {
    return current.get();
  }

  GateState gate() {
    return gate.get();
  }

  @Override
  public void close() {
    for (var source : new Once<?>[] {snapshot, current, gate}) {
      source.close();
    }
  }

  /** Remembers a failure too, so that not every check waits for the same dead server. */
  private static final class Once<T extends AutoCloseable> {
    private final Supplier<T> opening;
    private @Nullable T opened;
    private @Nullable Unreachable failure;

    Once(Supplier<T> opening) {
      this.opening = opening;
    }

    T get() {
      if (failure != null) {
        throw failure;
      }
      var source = opened;
      if (source == null) {
        try {
          source = opening.get();
        } catch (Unreachable e) {
          failure = e;
          throw e;
        }
        opened = source;
      }
      return source;
    }

    void close() {
      if (opened != null) {
        try {
          opened.close();
        } catch (Exception e) {
          // Everything was read by now; the server ends the session by itself.
        }
      }
    }
  }
}
