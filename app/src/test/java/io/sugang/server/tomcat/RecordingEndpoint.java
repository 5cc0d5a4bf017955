package io.sugang.server.tomcat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketBufferHandler;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * Tomcat's endpoint, which notes the calls that {@link LoopEndpoint} and {@link DrainableEndpoint}
 * depend on, and how Tomcat made them.
 */
class RecordingEndpoint extends NioEndpoint {
  /**
   * A call of {@code processSocket}.
   *
   * @param betweenRequests whether the connection has no processor, and its lock is free
   * @param listening whether Tomcat's poller still listens for what comes
   */
  record Report(
      NioSocketWrapper connection,
      SocketEvent event,
      boolean dispatch,
      String thread,
      boolean betweenRequests,
      boolean listening) {}

  final List<Report> reports = new CopyOnWriteArrayList<>();
  final List<Integer> interests = new CopyOnWriteArrayList<>();
  final List<String> calls = new CopyOnWriteArrayList<>();
  final List<RecordingChannel> channels = new CopyOnWriteArrayList<>();
  final AtomicInteger registrations = new AtomicInteger();

  /** Whether the thread that reports data handles the request itself. */
  volatile boolean handlesInPlace;

  /**
   * What is done with a connection before Tomcat has it; true where it has to read nothing more.
   */
  volatile Predicate<NioSocketWrapper> before = connection -> false;

  private volatile @Nullable Poller own;

  /** Returns the poller of Tomcat, which has a thread. */
  Poller tomcats() {
    return Objects.requireNonNull(super.getPoller());
  }

  /** Returns the poller that {@code getPoller} returns. */
  Poller own() {
    return Objects.requireNonNull(own);
  }

  @Override
  public void startInternal() throws Exception {
    own = new OwnPoller();
    super.startInternal();
  }

  @Override
  protected @Nullable Poller getPoller() {
    return own;
  }

  @Override
  protected NioChannel createChannel(SocketBufferHandler buffer) {
    RecordingChannel channel = new RecordingChannel(buffer);
    channels.add(channel);
    return channel;
  }

  @Override
  public boolean processSocket(
      SocketWrapperBase<NioChannel> connection, SocketEvent event, boolean dispatch) {
    NioSocketWrapper socket = (NioSocketWrapper) connection;
    reports.add(
        new Report(
            socket,
            event,
            dispatch,
            Thread.currentThread().getName(),
            isBetweenRequests(connection),
            isListenedTo(socket)));
    if (event != SocketEvent.OPEN_READ) {
      return super.processSocket(connection, event, dispatch);
    }
    ((RecordingChannel) connection.getSocket()).silent = before.test(socket);
    return super.processSocket(connection, event, dispatch && !handlesInPlace);
  }

  private static boolean isBetweenRequests(SocketWrapperBase<NioChannel> connection) {
    if (!connection.getLock().tryLock()) {
      return false;
    }
    try {
      return connection.getCurrentProcessor() == null;
    } finally {
      connection.getLock().unlock();
    }
  }

  private boolean isListenedTo(NioSocketWrapper connection) {
    SelectionKey key = connection.getSocket().getIOChannel().keyFor(tomcats().getSelector());
    return key != null && key.isValid() && key.interestOps() != 0;
  }

  @Override
  protected void initServerSocket() throws Exception {
    super.initServerSocket();
    calls.add("initServerSocket " + (getServerSocket() != null));
  }

  @Override
  protected SocketChannel serverSocketAccept() throws Exception {
    calls.add("serverSocketAccept in " + Thread.currentThread().getName());
    return super.serverSocketAccept();
  }

  @Override
  protected void unlockAccept() {
    calls.add("unlockAccept");
    super.unlockAccept();
  }

  @Override
  protected void doCloseServerSocket() throws IOException {
    calls.add("doCloseServerSocket");
    super.doCloseServerSocket();
  }

  /** As the poller of {@link LoopEndpoint}. */
  private final class OwnPoller extends Poller {
    OwnPoller() throws IOException {
      super.getSelector().close();
    }

    @Override
    public Selector getSelector() {
      return tomcats().getSelector();
    }

    @Override
    public void register(NioSocketWrapper connection) {
      registrations.incrementAndGet();
      tomcats().register(connection);
    }

    @Override
    public void add(NioSocketWrapper connection, int operations) {
      ((RecordingChannel) connection.getSocket()).silent = false;
      interests.add(operations);
      tomcats().add(connection, operations);
    }
  }

  /** A channel that has nothing to read while it is silent. */
  static final class RecordingChannel extends NioChannel {
    final AtomicInteger resets = new AtomicInteger();
    final AtomicInteger emptyReads = new AtomicInteger();
    volatile boolean silent;

    RecordingChannel(SocketBufferHandler buffer) {
      super(buffer);
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
      if (silent) {
        emptyReads.incrementAndGet();
        return 0;
      }
      return super.read(target);
    }

    @Override
    public void reset(@Nullable SocketChannel socket, @Nullable NioSocketWrapper wrapper)
        throws IOException {
      resets.incrementAndGet();
      super.reset(socket, wrapper);
    }
  }
}
