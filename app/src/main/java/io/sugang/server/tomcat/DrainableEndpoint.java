package io.sugang.server.tomcat;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** Tomcat's endpoint with a {@link DrainablePort}. */
final class DrainableEndpoint extends LoopEndpoint {
  private volatile @Nullable DrainablePort port;

  @Override
  protected void initServerSocket() throws Exception {
    super.initServerSocket();
    port = new DrainablePort((ServerSocketChannel) getServerSocket());
  }

  @Override
  protected SocketChannel serverSocketAccept() throws Exception {
    DrainablePort bound = port;
    return bound == null ? super.serverSocketAccept() : bound.accept();
  }

  void closePort() {
    DrainablePort bound = port;
    if (bound != null) {
      bound.close();
    }
  }

  // A connection of Tomcat to itself, which is not needed when the port is closed.
  @Override
  protected void unlockAccept() {
    DrainablePort bound = port;
    if (bound == null || !bound.isClosed()) {
      super.unlockAccept();
    }
  }

  @Override
  protected void doCloseServerSocket() throws IOException {
    super.doCloseServerSocket();
    DrainablePort bound = port;
    port = null;
    if (bound != null) {
      bound.release();
    }
  }
}
