package io.sugang.server.tomcat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleEvent;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.AbstractProtocol;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;

/**
 * The public port, closed until the instance is warm. Until then a connection is refused, so NGINX
 * takes another instance at once and needs no health check.
 *
 * <p>Boot's one connector serves both. It first listens on the loopback, on an unpublished port,
 * for the warm-up alone. Then it is stopped, given the public address, and started again. So every
 * setting of {@code server.*} holds for the public port by construction, and so does the graceful
 * shutdown. A second connector would need each of them repeated. With {@code server.port=0} no
 * client can know the port either, so it stays as it is.
 */
public final class PublicPort
    implements WebServerFactoryCustomizer<TomcatServletWebServerFactory>, Ordered {
  private static final Logger log = LoggerFactory.getLogger(PublicPort.class);

  private final boolean closedFirst;
  private int port;
  private @Nullable InetAddress address;
  private @Nullable Connector connector;
  private boolean hidden;
  private boolean stayClosed;

  /**
   * @param closedFirst whether the port is closed until {@link #open}; false for an instance
   *     without a warm-up
   */
  public PublicPort(boolean closedFirst) {
    this.closedFirst = closedFirst;
  }

  /** Returns the last position, when the port and the address of the settings are known. */
  @Override
  public int getOrder() {
    return LOWEST_PRECEDENCE;
  }

  @Override
  public void customize(TomcatServletWebServerFactory factory) {
    port = factory.getPort();
    address = factory.getAddress();
    boolean hide = closedFirst && port > 0;
    if (hide) {
      refuseIfTaken();
    }
    factory.addConnectorCustomizers(made -> {
      connector = made;
      if (hide) {
        made.addLifecycleListener(this::hideAtFirstStart);
      }
    });
  }

  /** Returns the address that the warm-up sends its requests to. */
  public InetSocketAddress warmupAddress() {
    return localAddress(connector());
  }

  /** Returns the address under which this process reaches a connector that listens. */
  static InetSocketAddress localAddress(Connector listening) {
    InetAddress bound = protocol(listening).getAddress();
    return new InetSocketAddress(
        bound == null || bound.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : bound,
        listening.getLocalPort());
  }

  /**
   * Opens the public port, unless the instance is being stopped.
   *
   * @throws PortInUseException when another process took it meanwhile; Boot explains it and ends
   *     the start
   */
  public synchronized void open() throws LifecycleException {
    if (!hidden || stayClosed) {
      return;
    }
    Connector moved = connector();
    moved.stop();
    listenOn(moved, port, address);
    try {
      moved.start();
    } catch (LifecycleException failed) {
      PortInUseException.throwIfPortBindingException(failed, () -> port);
      throw failed;
    }
    hidden = false;
    log.info("Port {} is open", port);
  }

  /** Prevents any opening from now on, because the instance is being stopped. */
  public synchronized void keepClosed() {
    stayClosed = true;
  }

  // After the connector took its name from the public port, so its threads are still called
  // http-nio-8080.
  private synchronized void hideAtFirstStart(LifecycleEvent event) {
    if (!hidden
        && event.getType().equals(Lifecycle.BEFORE_START_EVENT)
        && protocol(connector()).getPort() == port) {
      hidden = true;
      listenOn(connector(), 0, InetAddress.getLoopbackAddress());
    }
  }

  private static void listenOn(Connector connector, int port, @Nullable InetAddress address) {
    connector.setPort(port);
    protocol(connector).setAddress(address);
  }

  /**
   * Fails at once for a port that another process has, instead of after half a minute of warm-up.
   */
  private void refuseIfTaken() {
    try (Socket socket = new Socket()) {
      // Bound but not listening: no client can connect to it. Like Tomcat it may take over
      // connections in TIME_WAIT.
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(address, port));
    } catch (IOException taken) {
      PortInUseException.throwIfPortBindingException(taken, () -> port);
      throw new IllegalStateException(
          "Port " + port + " cannot be used: " + taken.getMessage(), taken);
    }
  }

  private Connector connector() {
    if (connector == null) {
      throw new IllegalStateException("Tomcat has not made its connector yet");
    }
    return connector;
  }

  private static AbstractProtocol<?> protocol(Connector connector) {
    return (AbstractProtocol<?>) connector.getProtocolHandler();
  }
}
