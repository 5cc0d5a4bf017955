package io.sugang.catalog.course;

import io.sugang.signin.Client;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Turns of searches: few run at a time, and some wait without a thread. Each client has a share of
 * both, and those that wait take turns by client. So the flood of one client takes no turn of
 * another, and delays it by one search at most. Clients without a session have fewer places in all
 * than those with one.
 *
 * <p>A client is known here only while one of its searches runs or waits.
 */
final class ListTurns {
  static final long LONGEST_WAIT_MILLIS = 500;

  /** A page has a search and a look-up of some courses in flight, and a search that it replaced. */
  private static final int WAITING_OF_AN_ACCOUNT = 3;

  private final Places all;
  private final Places ofAddresses;
  private final Places ofAnAddress;
  private final Executor waitingTime =
      CompletableFuture.delayedExecutor(
          LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS, Thread::startVirtualThread);

  private final Map<Client, Share> shares = new HashMap<>(); // guarded by this
  private final Queue<Share> inTurn = new ArrayDeque<>(); // those that wait; guarded by this
  private final Count total = new Count(); // guarded by this
  private final Count addresses = new Count(); // guarded by this

  /**
   * @param running searches at a time
   * @param waiting searches that wait
   */
  ListTurns(int running, int waiting) {
    all = new Places(running, waiting);
    ofAddresses = new Places(Math.max(1, running - 1), waiting / 2);
    ofAnAddress = new Places(Math.max(1, running / 4), waiting / 4);
  }

  /** How many searches may run and wait. */
  private record Places(int running, int waiting) {}

  /** How many searches run and wait. */
  private static final class Count {
    private int running;
    private int waiting;

    boolean mayRun(Places places) {
      return running < places.running;
    }

    boolean mayWait(Places places) {
      return waiting < places.waiting;
    }
  }

  private static final class Share {
    private final Client client;
    private final Places places;
    private final Count count = new Count();
    private final Queue<Turn<?>> turns = new ArrayDeque<>();

    Share(Client client, Places places) {
      this.client = client;
      this.places = places;
    }

    boolean isOfAnAddress() {
      return client.kind() == Client.Kind.ADDRESS;
    }
  }

  /** A search that waits. */
  private record Turn<T>(Share share, Supplier<T> search, CompletableFuture<Optional<T>> found) {
    void run() {
      try {
        found.complete(Optional.of(search.get()));
      } catch (Throwable failure) {
        found.completeExceptionally(failure);
      }
    }
  }

  /**
   * Runs a search: now on the thread of the caller, or later on another.
   *
   * @return empty when the client has too many searches, all together have, or it waited for
   *     {@value #LONGEST_WAIT_MILLIS} ms; otherwise completed as the search ends
   */
  <T> CompletableFuture<Optional<T>> run(Client client, Supplier<T> search) {
    Turn<T> turn;
    synchronized (this) {
      Share share = shares.computeIfAbsent(client, unseen -> new Share(client, placesOf(client)));
      turn = new Turn<>(share, search, new CompletableFuture<>());
      if (mayRun(share)) {
        countRunning(share, 1);
      } else if (mayWait(share)) {
        if (share.turns.isEmpty()) {
          inTurn.add(share);
        }
        share.turns.add(turn);
        countWaiting(share, 1);
        waitingTime.execute(() -> giveUp(turn));
        return turn.found;
      } else {
        forget(share);
        return CompletableFuture.completedFuture(Optional.empty());
      }
    }
    runAndGoOn(turn);
    return turn.found;
  }

  private Places placesOf(Client client) {
    return switch (client.kind()) {
      case ACCOUNT -> new Places(1, WAITING_OF_AN_ACCOUNT);
      case LOAD_DRIVER -> all;
      case ADDRESS -> ofAnAddress;
    };
  }

  private boolean mayRun(Share share) {
    return total.mayRun(all)
        && share.count.mayRun(share.places)
        && (!share.isOfAnAddress() || addresses.mayRun(ofAddresses));
  }

  private boolean mayWait(Share share) {
    return total.mayWait(all)
        && share.count.mayWait(share.places)
        && (!share.isOfAnAddress() || addresses.mayWait(ofAddresses));
  }

  private void countRunning(Share share, int change) {
    total.running += change;
    share.count.running += change;
    addresses.running += share.isOfAnAddress() ? change : 0;
  }

  private void countWaiting(Share share, int change) {
    total.waiting += change;
    share.count.waiting += change;
    addresses.waiting += share.isOfAnAddress() ? change : 0;
  }

  private void forget(Share share) {
    if (share.count.running == 0 && share.turns.isEmpty()) {
      shares.remove(share.client);
    }
  }

  private void runAndGoOn(Turn<?> turn) {
    try {
      turn.run();
    } finally {
      List<Turn<?>> next = end(turn.share);
      next.forEach(one -> Thread.startVirtualThread(() -> runAndGoOn(one)));
    }
  }

  private synchronized List<Turn<?>> end(Share share) {
    countRunning(share, -1);
    List<Turn<?>> next = new ArrayList<>();
    List<Share> served = new ArrayList<>();
    // From the one that has waited longest for a turn. One that has its share already keeps its
    // place.
    for (Iterator<Share> waiting = inTurn.iterator(); waiting.hasNext() && total.mayRun(all); ) {
      Share first = waiting.next();
      if (mayRun(first)) {
        waiting.remove();
        next.add(first.turns.remove());
        countWaiting(first, -1);
        countRunning(first, 1);
        served.add(first);
      }
    }
    served.stream().filter(one -> !one.turns.isEmpty()).forEach(inTurn::add);
    forget(share);
    return next;
  }

  private void giveUp(Turn<?> turn) {
    synchronized (this) {
      if (!turn.share.turns.remove(turn)) {
        return; // it ran
      }
      countWaiting(turn.share, -1);
      if (turn.share.turns.isEmpty()) {
        inTurn.remove(turn.share);
      }
      forget(turn.share);
    }
    turn.found.complete(Optional.empty());
  }

  /** Returns how many clients are known. */
  synchronized int clients() {
    return shares.size();
  }
}
