package io.sugang.poller;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketBufferHandler;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * Tomcat's endpoint whose poller handles the requests itself that never wait, instead of waking an
 * HTTP thread for each (docs/decisions/0054). It reads what a connection has and looks whether this
 * is one whole request of the fast path. An answered request ends in the thread that answered it.
 *
 * <p>In place nothing more is read of the connection: Tomcat looks for the next request after each,
 * and that one may have to wait. The poller finds it in its next round.
 */
public class PollerEndpoint extends NioEndpoint {
  private volatile @Nullable Predicate<RequestHead> requests;
  private volatile BooleanSupplier room = () -> true;

  /**
   * Handles requests in place from now on.
   *
   * @param neverWait which requests can be handled without waiting, with all of their body there
   * @param hasRoom whether one more may wait for its answer without a thread
   */
  public final void handleInPlace(Predicate<RequestHead> neverWait, BooleanSupplier hasRoom) {
    room = hasRoom;
    requests = neverWait;
  }

  @Override
  protected final NioChannel createChannel(SocketBufferHandler buffer) {
    return new NioChannel(buffer) {
      @Override
      public int read(ByteBuffer target) throws IOException {
        return InPlace.isHandling() ? 0 : super.read(target);
      }
    };
  }

  @Override
  public final boolean processSocket(
      SocketWrapperBase<NioChannel> connection, SocketEvent event, boolean dispatch) {
    return dispatch && event == SocketEvent.OPEN_READ && isInPlace(connection)
        ? InPlace.handle(() -> super.processSocket(connection, event, false))
        : super.processSocket(connection, event, dispatch);
  }

  private boolean isInPlace(SocketWrapperBase<NioChannel> connection) {
    Predicate<RequestHead> wanted = requests;
    if (wanted == null) {
      return false;
    }
    // Without a processor it is the poller that calls, because the connection has something to
    // read.
    return InPlace.isEnding()
        || connection.getCurrentProcessor() == null
            && room.getAsBoolean()
            && hasRead(wanted, connection);
  }

  // Whatever is read stays in the buffer for Tomcat.
  private static boolean hasRead(
      Predicate<RequestHead> wanted, SocketWrapperBase<NioChannel> connection) {
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
    buffers.configureReadBufferForRead();
    RequestHead head = WholeRequest.in(buffer);
    return head != null && wanted.test(head);
  }
}
