package io.sugang.server.tomcat;

import io.netty.channel.IoRegistration;
import io.netty.channel.nio.NioIoOps;
import io.netty.channel.nio.NioSelectableChannelIoHandle;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client's connection that the event loop reads. The selector's interest set stays unchanged
 * while a request is handled, because a client sends nothing before the answer. If bytes arrive
 * nevertheless, the loop stops listening until the request has ended.
 */
final class LoopConnection extends NioSelectableChannelIoHandle<SocketChannel> {
  private static final Logger log = LoggerFactory.getLogger(LoopConnection.class);

  private final NioSocketWrapper connection;
  private final Executor loop;
  private final Consumer<LoopConnection> readable;
  private volatile @Nullable IoRegistration registration;
  private volatile boolean busy = true;
  private volatile boolean muted = true;

  /**
   * @param loop that reads it
   * @param readable called in the loop, when there is something to read and no request is handled
   */
  LoopConnection(NioSocketWrapper connection, Executor loop, Consumer<LoopConnection> readable) {
    super(connection.getSocket().getIOChannel());
    this.connection = connection;
    this.loop = loop;
    this.readable = readable;
  }

  NioSocketWrapper connection() {
    return connection;
  }

  /** Begins to listen; in the loop. */
  void registered(IoRegistration at) {
    registration = at;
    busy = false;
    listen();
  }

  /** Closes the connection. */
  @Override
  public void close() {
    connection.close();
  }

  @Override
  protected void handle(SocketChannel channel, SelectionKey key) {
    if (busy) {
      mute();
      // A request may have ended meanwhile, before it could see that this does not listen.
      if (busy) {
        return;
      }
      listen();
    }
    try {
      readable.accept(this);
    } catch (Throwable failure) {
      // An exception would let the loop sleep for a second, and an error would end it.
      log.warn("A connection is closed, because its request could not be handled", failure);
      connection.close();
    }
  }

  /** Returns whether no request of it is handled. */
  boolean isIdle() {
    return !busy;
  }

  /** A request is handled, in the loop or, if it is not listened to meanwhile, elsewhere. */
  void begin(boolean listening) {
    busy = true;
    if (!listening) {
      mute();
    }
  }

  /** The request has ended; in any thread. */
  void end() {
    busy = false;
    if (muted) {
      loop.execute(() -> {
        if (muted) {
          listen();
        }
      });
    }
  }

  private void listen() {
    muted = false;
    submit(NioIoOps.READ);
  }

  private void mute() {
    muted = true;
    submit(NioIoOps.NONE);
  }

  private void submit(NioIoOps ops) {
    IoRegistration at = registration;
    if (at == null) {
      return;
    }
    try {
      at.submit(ops);
    } catch (CancelledKeyException closed) {
      // Another thread has closed the connection.
    }
  }
}
