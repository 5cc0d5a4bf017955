package io.sugang.rules.window;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * Reads that are shared: one serves all that were asked for before it began. So each answer is
 * newer than its request, and a flood of requests becomes a bounded number of reads.
 *
 * @param <Q> what is asked
 * @param <A> the answer of one read to all of its requests
 */
public final class ReadCoalescer<Q, A> {
  /** Questions of one read, at most. */
  static final int MOST = 1_024;

  private record Waiting<Q, A>(Q request, CompletableFuture<A> answer) {}

  private final Function<List<Q>, A> read;
  private final long gatherNanos;
  private final Queue<Waiting<Q, A>> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean reading = new AtomicBoolean();
  // Of the thread that reads.
  private long begun;

  /**
   * @param read reads for some requests; what it throws is what their answers fail with
   * @param gather shortest time from the begin of one read to that of the next
   */
  public ReadCoalescer(Function<List<Q>, A> read, Duration gather) {
    this.read = read;
    this.gatherNanos = gather.toNanos();
    this.begun = System.nanoTime() - gatherNanos;
  }

  /**
   * Asks. The answer is of a read that begins after this call; what follows on it runs in the
   * thread that reads, and must not wait.
   */
  public CompletableFuture<A> ask(Q request) {
    CompletableFuture<A> answer = new CompletableFuture<>();
    waiting.add(new Waiting<>(request, answer));
    beginUnlessBusy();
    return answer;
  }

  private void beginUnlessBusy() {
    if (!waiting.isEmpty() && reading.compareAndSet(false, true)) {
      Thread.ofVirtual().name("shared-read").start(this::readAll);
    }
  }

  private void readAll() {
    try {
      while (!waiting.isEmpty()) {
        gather();
        readGroup();
      }
    } catch (InterruptedException never) {
      Thread.currentThread().interrupt();
    } finally {
      reading.set(false);
    }
    // For those that came between the last look and the release.
    beginUnlessBusy();
  }

  private void gather() throws InterruptedException {
    long left = begun + gatherNanos - System.nanoTime();
    if (left > 0) {
      Thread.sleep(Duration.ofNanos(left));
    }
    begun = System.nanoTime();
  }

  private void readGroup() {
    List<Waiting<Q, A>> group = new ArrayList<>();
    for (Waiting<Q, A> next = waiting.poll(); next != null; next = waiting.poll()) {
      group.add(next);
      if (group.size() == MOST) {
        break;
      }
    }
    try {
      A answer = read.apply(group.stream().map(Waiting::request).toList());
      group.forEach(one -> one.answer().complete(answer));
    } catch (Throwable failure) {
      group.forEach(one -> one.answer().completeExceptionally(failure));
    }
  }
}
