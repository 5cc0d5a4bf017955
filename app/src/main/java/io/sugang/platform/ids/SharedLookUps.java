package io.sugang.platform.ids;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Look-ups by key that share reads: those that arrive while others are read are read together, up
 * to {@value #MOST} in one, and {@value #AT_ONCE} reads at the same time. So invented ids, however
 * many, keep two connections busy at most, and each costs a part of a read.
 *
 * @param <K> an id, or another key with {@code equals}
 */
public final class SharedLookUps<K, V> {
  /** Keys of one read, at most. */
  public static final int MOST = 64;

  /** Most groups that are read at the same time: a slow one delays only half of the reads. */
  private static final int AT_ONCE = 2;

  private record Wanted<K, V>(K key, CompletableFuture<@Nullable V> found) {}

  private final Function<List<K>, Map<K, V>> read;
  private final Queue<Wanted<K, V>> waiting = new ConcurrentLinkedQueue<>();
  private final Semaphore readers = new Semaphore(AT_ONCE);

  /**
   * @param read returns the values of the keys that exist. Called on virtual threads
   */
  public SharedLookUps(Function<List<K>, Map<K, V>> read) {
    this.read = read;
  }

  /**
   * Returns the value by a read that begins after this call; null for an unknown key.
   *
   * @return fails with the failure of the read
   */
  public CompletableFuture<@Nullable V> find(K key) {
    Wanted<K, V> wanted = new Wanted<>(key, new CompletableFuture<>());
    waiting.add(wanted);
    beginUnlessBusy();
    return wanted.found();
  }

  /** Returns the value as {@link #find} does, and waits for it; throws what the read threw. */
  public @Nullable V get(K key) {
    try {
      return find(key).join();
    } catch (CompletionException failed) {
      throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
    }
  }

  private void beginUnlessBusy() {
    if (!waiting.isEmpty() && readers.tryAcquire()) {
      Thread.startVirtualThread(this::readGroups);
    }
  }

  private void readGroups() {
    try {
      for (List<Wanted<K, V>> group = next(); !group.isEmpty(); group = next()) {
        readGroup(group);
      }
    } finally {
      readers.release();
    }
    beginUnlessBusy(); // for a key that arrived between the last check and the release
  }

  private List<Wanted<K, V>> next() {
    List<Wanted<K, V>> group = new ArrayList<>();
    while (group.size() < MOST) {
      Wanted<K, V> wanted = waiting.poll();
      if (wanted == null) {
        break;
      }
      group.add(wanted);
    }
    return group;
  }

  private void readGroup(List<Wanted<K, V>> group) {
    Map<K, V> values;
    try {
      values = read.apply(group.stream().map(Wanted::key).toList());
    } catch (Throwable failure) {
      group.forEach(wanted -> wanted.found().completeExceptionally(failure));
      return;
    }
    group.forEach(wanted -> wanted.found().complete(values.get(wanted.key())));
  }
}
