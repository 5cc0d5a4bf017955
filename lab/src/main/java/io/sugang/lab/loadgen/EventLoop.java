package io.sugang.lab.loadgen;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One share of a load: some connections, a thread that reads their answers, and in the open loop a
 * second one that sends what becomes due. A selector wakes up to the millisecond only, so the
 * reading thread could not send on time without waking up all the time.
 *
 * <p>{@code lock} guards the owners of connections and the number of the next request. The thread
 * that takes a connection out of {@code idle} owns it until its request is written; after that the
 * reading thread owns it. Only the reading thread adds samples.
 */
final class EventLoop implements AutoCloseable {
  private static final long CONNECT_AGAIN_NANOS = 100_000_000;
  private static final int CONNECT_MILLIS = 5_000;
  private static final long WATCH_MILLIS = 50;

  /** A connection, its request in flight, and the answer read so far. */
  private static final class DriverConnection {
    @Nullable SocketChannel channel;
    final AnswerReader answer = new AnswerReader();
    // Written by the thread that sends, read by the one that reads.
    volatile long request;
    volatile boolean busy;
    volatile int due;
    volatile int sent;
    boolean connecting;
    long connectAt;
  }

  private final LoadPlan plan;
  private final Traffic traffic;
  private final int number;
  private final Schedule schedule;
  private final boolean open;
  private final Selector selector;
  private final List<DriverConnection> connections = new ArrayList<>();
  private final Samples samples = new Samples();
  private final byte[] received = new byte[32_768];
  private final ByteBuffer receiving = ByteBuffer.wrap(received);
  private final Queue<DriverConnection> broken = new ConcurrentLinkedQueue<>();

  private final Object lock = new Object();
  private final Deque<DriverConnection> idle = new ArrayDeque<>();
  private long taken;
  private long released;

  private long begin;
  private volatile boolean allReleased;
  private volatile @Nullable Throwable failure;

  /** Opens its share of the connections. */
  EventLoop(LoadPlan plan, Traffic traffic, int number) throws IOException {
    this.plan = plan;
    this.traffic = traffic;
    this.number = number;
    this.schedule = plan.schedule();
    this.open = schedule instanceof Schedule.OpenLoop;
    this.selector = Selector.open();
    for (int i = number; i < plan.connections(); i += plan.threads()) {
      DriverConnection connection = new DriverConnection();
      connections.add(connection);
      try {
        SocketChannel channel = SocketChannel.open();
        connection.channel = channel;
        channel.socket().connect(plan.target(), CONNECT_MILLIS);
        connected(connection, channel);
      } catch (IOException unreachable) {
        close();
        throw unreachable;
      }
    }
  }

  private void connected(DriverConnection connection, SocketChannel channel) throws IOException {
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.configureBlocking(false);
    channel.register(selector, SelectionKey.OP_READ, connection);
  }

  /** Begins at that time of {@link System#nanoTime}; the threads end by themselves. */
  List<Thread> start(long beginNanos) {
    begin = beginNanos;
    List<Thread> threads = new ArrayList<>();
    threads.add(thread("load-read-", this::read));
    if (open) {
      idle.addAll(connections);
      threads.add(thread("load-send-", this::release));
    }
    return threads;
  }

  private Thread thread(String name, LoopBody body) {
    return Thread.ofPlatform()
        .name(name + number)
        .start(() -> {
          try {
            body.run();
          } catch (IOException | RuntimeException | Error broke) {
            failure = broke;
          }
        });
  }

  @FunctionalInterface
  private interface LoopBody {
    void run() throws IOException;
  }

  Samples samples() {
    return samples;
  }

  void rethrow() throws IOException {
    Throwable broke = failure;
    if (broke != null) {
      throw new IOException("the load was broken off: " + broke.getMessage(), broke);
    }
  }

  // ---- the open loop's sending thread

  private void release() {
    long end = plan.length().toNanos();
    for (long n = 0; failure == null; n++) {
      long due = dueNanos(n);
      if (due >= end) {
        break;
      }
      for (long wait = due - now(); wait > 0; wait = due - now()) {
        LockSupport.parkNanos(wait);
      }
      DriverConnection connection;
      long next = -1;
      synchronized (lock) {
        released = n + 1;
        // In turn: NGINX resets a connection that has sent nothing for client_header_timeout.
        connection = idle.pollFirst();
        if (connection != null) {
          next = taken++;
        }
      }
      if (connection != null) {
        send(connection, next, dueNanos(next));
      }
    }
    allReleased = true;
    selector.wakeup();
  }

  // Request n of this loop is request n * threads + number of the load.
  private long dueNanos(long n) {
    return schedule.dueNanos(n * plan.threads() + number, 0, 0);
  }

  // ---- both

  private void send(DriverConnection connection, long n, long dueNanos) {
    SocketChannel channel = connection.channel;
    connection.request = n * plan.threads() + number;
    ByteBuffer request = ByteBuffer.wrap(traffic.request(connection.request));
    connection.answer.next();
    connection.due = micros(dueNanos);
    connection.sent = micros(now());
    connection.busy = true;
    try {
      if (channel == null) {
        throw new IOException("not connected");
      }
      // A request of some hundred bytes fits into the empty buffer of its socket.
      while (request.hasRemaining()) {
        channel.write(request);
      }
    } catch (IOException gone) {
      broken.add(connection);
      selector.wakeup();
    }
  }

  private long now() {
    return System.nanoTime() - begin;
  }

  private static int micros(long nanos) {
    return (int) (nanos / 1_000);
  }

  // ---- the reading thread

  private void read() throws IOException {
    long end = plan.length().toNanos();
    long last = end + plan.grace().toNanos();
    for (long wait = -now(); wait > 0; wait = -now()) {
      LockSupport.parkNanos(wait);
    }
    if (!open) {
      allReleased = true;
      connections.forEach(this::sendNext);
    }
    while (failure == null) {
      long now = now();
      if (now >= last || (now >= end && allReleased && nothingUnderWay())) {
        break;
      }
      selector.select(this::ready, now >= end ? 1 : WATCH_MILLIS);
      for (DriverConnection connection = broken.poll();
          connection != null;
          connection = broken.poll()) {
        lost(connection);
      }
      connectAgain();
    }
    giveUp();
  }

  private boolean nothingUnderWay() {
    synchronized (lock) {
      return (!open || taken == released)
          && connections.stream().noneMatch(connection -> connection.busy);
    }
  }

  private void ready(SelectionKey key) {
    DriverConnection connection = (DriverConnection) key.attachment();
    SocketChannel channel = (SocketChannel) key.channel();
    try {
      if (key.isConnectable()) {
        channel.finishConnect();
        connection.connecting = false;
        key.interestOps(SelectionKey.OP_READ);
        sendNext(connection);
        return;
      }
      receiving.clear();
      int length = channel.read(receiving);
      int now = micros(now());
      if (length < 0) {
        if (connection.busy && connection.answer.completeWhenClosed()) {
          answered(connection, now);
        }
        lost(connection);
        return;
      }
      if (!connection.busy) {
        throw new IOException("an answer without a request");
      }
      if (connection.answer.take(received, length)) {
        answered(connection, now);
        if (connection.answer.closes()) {
          lost(connection);
        } else {
          sendNext(connection);
        }
      }
    } catch (IOException gone) {
      lost(connection);
    }
  }

  private void answered(DriverConnection connection, int now) {
    int status = connection.answer.status();
    samples.add(
        connection.due, connection.sent, now, status, traffic.expects(connection.request, status));
    connection.busy = false;
  }

  /** Gives the connection its next request, if there is one. */
  private void sendNext(DriverConnection connection) {
    long next;
    long due = now();
    synchronized (lock) {
      if (open ? taken < released : due < plan.length().toNanos()) {
        next = taken++;
      } else {
        if (open) {
          idle.add(connection);
        }
        return;
      }
    }
    send(connection, next, open ? dueNanos(next) : due);
  }

  /** The connection is no more: its request has no answer, and it is opened again. */
  private void lost(DriverConnection connection) {
    // A server that is gone must not be asked a hundred thousand times a second.
    boolean pause = connection.busy || connection.connecting;
    if (connection.busy) {
      samples.add(connection.due, connection.sent, micros(now()), 0, false);
      connection.busy = false;
    }
    synchronized (lock) {
      // Not for the sending thread while there is no connection.
      idle.remove(connection);
    }
    closeQuietly(connection);
    connection.connectAt = now() + (pause ? CONNECT_AGAIN_NANOS : 0);
  }

  private void connectAgain() {
    for (DriverConnection connection : connections) {
      if (connection.connectAt > 0 && connection.connectAt <= now()) {
        connection.connectAt = 0;
        try {
          SocketChannel channel = SocketChannel.open();
          connection.channel = channel;
          channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
          channel.configureBlocking(false);
          boolean already = channel.connect(plan.target());
          connection.connecting = !already;
          channel.register(
              selector, already ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, connection);
          if (already) {
            sendNext(connection);
          }
        } catch (IOException refused) {
          closeQuietly(connection);
          connection.connectAt = now() + CONNECT_AGAIN_NANOS;
        }
      }
    }
  }

  /** What is not answered by now never will be: it counts with the time it was waited for. */
  private void giveUp() {
    int now = micros(now());
    for (DriverConnection connection : connections) {
      if (connection.busy) {
        samples.add(connection.due, connection.sent, now, 0, false);
        connection.busy = false;
      }
    }
    synchronized (lock) {
      for (; open && taken < released; taken++) {
        samples.add(micros(dueNanos(taken)), -1, now, 0, false);
      }
    }
  }

  private static void closeQuietly(DriverConnection connection) {
    SocketChannel channel = connection.channel;
    connection.channel = null;
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException alreadyGone) {
        // A socket that cannot be closed is gone already.
      }
    }
  }

  @Override
  public void close() throws IOException {
    connections.forEach(EventLoop::closeQuietly);
    selector.close();
  }
}
