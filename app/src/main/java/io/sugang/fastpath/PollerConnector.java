package io.sugang.fastpath;

import io.sugang.poller.PollerEndpoint;
import io.sugang.poller.RequestHead;
import io.sugang.shutdown.DrainableProtocol;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/** Customizer that lets the connector's poller handle the requests of the fast path. */
@Component
final class PollerConnector implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {
  private final boolean inPlace;
  private volatile @Nullable PollerEndpoint endpoint;
  private volatile BooleanSupplier room = () -> false;

  PollerConnector(FastPathProperties properties) {
    this.inPlace = properties.isInPlace();
  }

  @Override
  public void customize(TomcatServletWebServerFactory factory) {
    factory.addConnectorCustomizers(connector -> {
      if (connector.getProtocolHandler() instanceof DrainableProtocol protocol) {
        endpoint = protocol.poller();
      }
    });
  }

  /**
   * Sets the condition.
   *
   * @param hasRoom whether one more request may wait without a thread
   */
  void handleWhile(BooleanSupplier hasRoom) {
    room = hasRoom;
  }

  /** Begins, with these requests. */
  void handle(Predicate<RequestHead> neverWait) {
    PollerEndpoint of = endpoint;
    if (inPlace && of != null) {
      of.handleInPlace(neverWait, () -> room.getAsBoolean());
    }
  }
}
