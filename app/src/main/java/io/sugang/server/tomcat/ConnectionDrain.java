package io.sugang.server.tomcat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.catalina.connector.Connector;
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

  private static final Duration CHECK_INTERVAL = Duration.ofMillis(10);

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
    ports().forEach(DrainableProtocol::closePort);
    connectors.forEach(connector -> connector.getProtocolHandler().closeServerSocketGraceful());
    int open = open();
    if (open == 0) {
      return;
    }
    log.info("Port closed; {} open connections have {} to end", open, properties.drain());
    awaitEnd();
  }

  private void awaitEnd() {
    long deadline = System.nanoTime() + properties.drain().toNanos();
    try {
      while (open() > 0 && System.nanoTime() < deadline) {
        Thread.sleep(CHECK_INTERVAL);
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private int open() {
    return ports().mapToInt(DrainableProtocol::openConnections).sum();
  }

  private Stream<DrainableProtocol> ports() {
    return connectors.stream()
        .map(Connector::getProtocolHandler)
        .filter(DrainableProtocol.class::isInstance)
        .map(DrainableProtocol.class::cast);
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
