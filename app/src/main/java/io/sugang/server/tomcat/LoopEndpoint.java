package io.sugang.server.tomcat;

import io.netty.channel.IoEventLoop;
import io.netty.channel.IoRegistration;
import io.netty.util.concurrent.Future;
import io.sugang.platform.background.Repetitions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketBufferHandler;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * Tomcat's endpoint that leaves connections to an event loop, which itself handles requests that
 * never wait (docs/decisions/0005). The loop reads what a connection has and looks whether this is
 * one whole request of the fast path. Everything else goes to an HTTP thread, and from then on
 * Tomcat's poller waits for the connection, until it has a request again.
 *
 * <p>In place nothing more is read of the connection: Tomcat looks for the next request after each,
 * and that one may have to wait. The loop finds it in its next round.
 */
public class LoopEndpoint extends NioEndpoint {
  private static final long IDLE_CHECK_MILLIS = 1_000;

  private volatile @Nullable IoEventLoop loop;
  private volatile Predicate<RequestHead> requests = head -> false;
  private volatile BooleanSupplier room = () -> true;
  private volatile @Nullable Poller poller;
  private volatile @Nullable Poller tomcats;
  // In the loop only.
  private final Set<LoopConnection> connectionsOfLoop = new HashSet<>();
  private final ClockSteps clockSteps =
      new ClockSteps(System.currentTimeMillis(), System.nanoTime());

  /**
   * Handles requests in place from now on.
   *
   * @param in the thread that does
   * @param neverWait which requests can be handled without waiting, with all of their body there
   * @param hasRoom whether one more may wait for its answer without a thread
   */
  public final void handleInPlace(
      IoEventLoop in, Predicate<RequestHead> neverWait, BooleanSupplier hasRoom) {
    room = hasRoom;
    requests = neverWait;
    in.scheduleWithFixedDelay(
        Repetitions.neverFailing("The check for idle connections", this::closeIdle),
        IDLE_CHECK_MILLIS,
        IDLE_CHECK_MILLIS,
        TimeUnit.MILLISECONDS);
    loop = in;
  }

  @Override
  public void startInternal() throws Exception {
    // Before the first connection is accepted.
    poller = new LoopPoller();
    super.startInternal();
  }

  @Override
  protected final Poller getPoller() {
    Poller ours = poller;
    return ours == null ? super.getPoller() : ours;
  }

  // Tomcat forgets it when it stops, while connections still end.
  private Poller tomcats() {
    Poller now = super.getPoller();
    if (now != null) {
      tomcats = now;
    }
    return Objects.requireNonNull(tomcats);
  }

  @Override
  protected final NioChannel createChannel(SocketBufferHandler buffer) {
    return isSSLEnabled() ? super.createChannel(buffer) : new LoopChannel(buffer);
  }

  @Override
  public final boolean processSocket(
      SocketWrapperBase<NioChannel> connection, SocketEvent event, boolean dispatch) {
    IoEventLoop in = loop;
    if (in != null && dispatch && event == SocketEvent.OPEN_READ) {
      if (InPlace.isCompleting()) {
        return handle(connection);
      }
      if (connection.getSocket() instanceof LoopChannel channel
          && connection instanceof NioSocketWrapper socket
          && room.getAsBoolean()
          && isBetweenRequests(connection)
          && tryListen(in, channel, socket)) {
        return true;
      }
    }
    return super.processSocket(connection, event, dispatch);
  }

  // It is the poller that calls then, because there is something to read. While a thread handles a
  // request of the connection, it has the lock, and the processor is not on the connection.
  private static boolean isBetweenRequests(SocketWrapperBase<NioChannel> connection) {
    Lock lock = connection.getLock();
    if (!lock.tryLock()) {
      return false;
    }
    try {
      return connection.getCurrentProcessor() == null;
    } finally {
      lock.unlock();
    }
  }

  private boolean tryListen(IoEventLoop in, LoopChannel channel, NioSocketWrapper connection) {
    try {
      in.execute(() -> listen(in, channel, connection));
      return true;
    } catch (RejectedExecutionException ended) {
      return false;
    }
  }

  private boolean handle(SocketWrapperBase<NioChannel> connection) {
    return InPlace.handle(() -> super.processSocket(connection, SocketEvent.OPEN_READ, false));
  }

  private void listen(IoEventLoop in, LoopChannel channel, NioSocketWrapper connection) {
    if (connection.isClosed()) {
      return;
    }
    LoopConnection known = channel.connection;
    if (known != null) {
      known.end();
      return;
    }
    LoopConnection added = new LoopConnection(connection, in, this::readable);
    Future<IoRegistration> registration = in.register(added);
    if (registration.isSuccess()) {
      channel.connection = added;
      connectionsOfLoop.add(added);
      added.registered(registration.getNow());
    } else {
      connection.close();
    }
  }

  private void readable(LoopConnection readable) {
    NioSocketWrapper connection = readable.connection();
    if (connection.isClosed()) {
      return;
    }
    if (room.getAsBoolean() && tryHandle(readable)) {
      return;
    }
    readable.begin(false);
    if (!super.processSocket(connection, SocketEvent.OPEN_READ, true)) {
      connection.close();
    }
  }

  // The thread that ended the last request may still have the lock, and the loop would wait for it.
  private boolean tryHandle(LoopConnection readable) {
    NioSocketWrapper connection = readable.connection();
    ReentrantLock lock = connection.getLock(); // which Tomcat takes again
    if (!lock.tryLock()) {
      return false;
    }
    try {
      if (!hasRead(connection)) {
        return false;
      }
      readable.begin(true);
      if (!handle(connection)) {
        connection.close();
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  // Whatever is read stays in the buffer for Tomcat.
  private boolean hasRead(NioSocketWrapper connection) {
    SocketBufferHandler buffers = connection.getSocketBufferHandler();
    if (!buffers.isReadBufferEmpty()) {
      return false;
    }
    buffers.configureReadBufferForWrite();
    ByteBuffer buffer = buffers.getReadBuffer();
    try {
      if (!buffer.hasArray() || connection.getSocket().read(buffer) <= 0) {
        return false;
      }
    } catch (IOException closed) {
      // The thread that handles the connection meets it again.
      return false;
    }
    connection.updateLastRead();
    buffers.configureReadBufferForRead();
    RequestHead head = WholeRequest.in(buffer);
    return head != null && requests.test(head);
  }

  // Tomcat's poller closes those for which it waits itself.
  private void closeIdle() {
    long now = System.currentTimeMillis();
    if (clockSteps.stepped(now, System.nanoTime())) {
      connectionsOfLoop.forEach(each -> each.connection().updateLastRead());
    }
    connectionsOfLoop.removeIf(each -> {
      NioSocketWrapper connection = each.connection();
      long timeout = connection.getReadTimeout();
      if (each.isIdle() && timeout > 0 && now - connection.getLastRead() > timeout) {
        connection.close();
      }
      return connection.isClosed();
    });
  }

  /** A channel of which nothing is read while its request is handled in place. */
  private static final class LoopChannel extends NioChannel {
    private volatile @Nullable LoopConnection connection;

    LoopChannel(SocketBufferHandler buffer) {
      super(buffer);
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
      return InPlace.isHandling() ? 0 : super.read(target);
    }

    // Tomcat uses channels again for other sockets.
    @Override
    public void reset(
        java.nio.channels.@Nullable SocketChannel socket, @Nullable NioSocketWrapper wrapper)
        throws IOException {
      connection = null;
      super.reset(socket, wrapper);
    }
  }

  /** Tomcat's poller, except for connections whose request has ended in place. */
  private final class LoopPoller extends Poller {
    LoopPoller() throws IOException {
      super.getSelector().close();
    }

    @Override
    public Selector getSelector() {
      return tomcats().getSelector();
    }

    @Override
    public void add(NioSocketWrapper socket, int operations) {
      if (operations == SelectionKey.OP_READ
          && InPlace.isHandling()
          && socket.getSocket() instanceof LoopChannel channel) {
        LoopConnection known = channel.connection;
        if (known != null) {
          known.end();
          return;
        }
      }
      tomcats().add(socket, operations);
    }
  }
}
