package io.sugang.server.fastpath;

import io.sugang.server.tomcat.DrainableProtocol;
import io.sugang.server.tomcat.LoopEndpoint;
import io.sugang.server.tomcat.RequestHead;
import io.sugang.server.tomcat.RequestLoop;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/**
 * Customizer that chooses the endpoint at the start: the one whose port closes without breaking a
 * connection and that the request loop can read, or Tomcat as it is (docs/decisions/0005).
 */
@Component
final class LoopConnector implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {
  private final boolean plainTomcat;
  private final boolean inPlace;
  private final RequestLoop loop;
  private volatile @Nullable LoopEndpoint endpoint;
  private volatile BooleanSupplier room = () -> false;

  LoopConnector(FastPathProperties properties, RequestLoop loop) {
    this.plainTomcat = properties.isPlainTomcat();
    this.inPlace = properties.isInPlace();
    this.loop = loop;
  }

  @Override
  public void customize(TomcatServletWebServerFactory factory) {
    if (!plainTomcat) {
      factory.setProtocol(DrainableProtocol.class.getName());
      factory.addConnectorCustomizers(connector -> {
        if (connector.getProtocolHandler() instanceof DrainableProtocol protocol) {
          endpoint = protocol.loopEndpoint();
        }
      });
    }
  }

  /**
   * Sets the condition.
   *
   * @param hasRoom whether one more request may wait without a thread
   */
  void limitBy(BooleanSupplier hasRoom) {
    room = hasRoom;
  }

  /** Begins, with these requests. */
  void enable(Predicate<RequestHead> neverWait) {
    LoopEndpoint of = endpoint;
    if (inPlace && of != null) {
      of.handleInPlace(loop.loop(), neverWait, () -> room.getAsBoolean());
    }
  }
}
