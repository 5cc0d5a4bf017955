package io.sugang.lab.chaos;

import io.sugang.lab.control.Operation.Redis;
import io.sugang.lab.control.Operator;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells from when on the gate has a changed capacity: the harness reads it in Redis. So the time is
 * short on a fast machine, and as long as the reconciler needs on a slow one. Not longer: a gate
 * that has another capacity after {@link ReconcilePasses} breaks a promise, and what it rejects
 * from then on is judged by the new capacity.
 */
final class GateCapacities {
  private static final double LOOK_SECONDS = 0.05;

  private final ScenarioContext context;
  private final long askNanos;

  /**
   * A capacity that was committed.
   *
   * @param begin not before this, by {@link System#nanoTime}
   * @param inMySql not after this
   */
  record UnseenChange(long course, int capacity, long begin, long inMySql) {}

  /**
   * @param ask how often the instances are asked for their passes
   */
  GateCapacities(ScenarioContext context, Duration ask) {
    this.context = context;
    this.askNanos = ask.toNanos();
  }

  /** Returns when all of them were seen at the gate, or should have been. */
  void await(List<UnseenChange> changes) throws Exception {
    List<UnseenChange> unseen = new ArrayList<>(changes);
    if (unseen.isEmpty()) {
      return;
    }
    ReconcilePasses passes = ReconcilePasses.fromNowOn(context);
    long nextAsked = System.nanoTime() + askNanos;
    while (true) {
      // Before the gate is read: what the passes have loaded is seen then.
      boolean over = System.nanoTime() - nextAsked >= 0 && passes.areOver();
      for (UnseenChange change : List.copyOf(unseen)) {
        if (isAtTheGate(change)) {
          count(change);
          unseen.remove(change);
        }
      }
      if (unseen.isEmpty()) {
        context.say("the gate has the last of %d changes".formatted(changes.size()));
        return;
      }
      if (over) {
        unseen.forEach(this::count);
        context.promise(
            false,
            "%d courses, e.g. %d, have another capacity at the gate than in MySQL, after %s"
                .formatted(unseen.size(), unseen.getFirst().course(), passes));
        return;
      }
      if (System.nanoTime() - nextAsked >= 0) {
        nextAsked = System.nanoTime() + askNanos;
      }
      context.last(LOOK_SECONDS);
    }
  }

  private boolean isAtTheGate(UnseenChange change) throws IOException, Operator.Unsupported {
    String found =
        context
            .performQuietly(Redis.of("GET", "course:{%d}:capacity".formatted(change.course())))
            .strip();
    return found.equals(Integer.toString(change.capacity()));
  }

  private void count(UnseenChange change) {
    context
        .capacities()
        .change(
            change.course(),
            change.capacity(),
            change.begin(),
            change.inMySql(),
            System.nanoTime());
  }
}
