package io.sugang.server.tomcat;

import java.util.ArrayList;
import java.util.List;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.ProtocolHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Drain before the graceful shutdown. It closes the port, so that new connections are refused and
 * NGINX takes another instance, and continues to answer on open connections. Each such answer has
 * {@code Connection: close}, and NGINX closes the connection.
 *
 * <p>Without it the connections that NGINX keeps would be closed at once, some in the instant in
 * which it sends a request on them. NGINX cannot know whether the request was read, so a POST is
 * not sent to another instance: the client gets a 502.
 */
@Component
final class ConnectionDrain
    implements SmartLifecycle, ApplicationListener<WebServerInitializedEvent> {
  private static final Logger log = LoggerFactory.getLogger(ConnectionDrain.class);

  /** Tomcat counts its own pauses and not the time, so a long wait is made of short ones. */
  private static final long PAUSE_MILLIS = 50;

  private final ShutdownProperties properties;
  private final List<Connector> connectors = new ArrayList<>();
  private volatile boolean running;

  ConnectionDrain(ShutdownProperties properties) {
    this.properties = properties;
  }

  @Override
  public void onApplicationEvent(WebServerInitializedEvent event) {
    // the management port has a namespace; NGINX does not know it
    if (event.getApplicationContext().getServerNamespace() == null
        && event.getWebServer() instanceof TomcatWebServer tomcat) {
      connectors.addAll(List.of(tomcat.getTomcat().getService().findConnectors()));
    }
  }

  @Override
  public void start() {
    running = true;
  }

  @Override
  public void stop() {
    running = false;
    connectors.forEach(ConnectionDrain::closePort);
    awaitEnd();
  }

  // Connections that the kernel has made before this call are accepted first, unless Tomcat has as
  // many as it may.
  private static void closePort(Connector connector) {
    ProtocolHandler protocol = connector.getProtocolHandler();
    if (protocol instanceof DrainableProtocol drainable) {
      drainable.closePort();
    } else {
      awaitAccepted(connector);
    }
    protocol.closeServerSocketGraceful();
  }

  private static void awaitAccepted(Connector connector) {
    // A start that failed ends with a connector that does not listen.
    if (connector.getLocalPort() > 0) {
      AcceptQueue.awaitAccepted(PublicPort.localAddress(connector));
    }
  }

  private void awaitEnd() {
    long deadline = System.nanoTime() + properties.drain().toNanos();
    for (Connector connector : connectors) {
      ProtocolHandler protocol = connector.getProtocolHandler();
      boolean open = true;
      while (open && System.nanoTime() < deadline) {
        open = protocol.awaitConnectionsClose(PAUSE_MILLIS) <= 0;
      }
      if (open && properties.drain().isPositive()) {
        log.info("The drain ends after {}; connections still open are closed", properties.drain());
      }
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /** Returns the highest phase, which stops first. */
  @Override
  public int getPhase() {
    return WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE + 1;
  }
}
