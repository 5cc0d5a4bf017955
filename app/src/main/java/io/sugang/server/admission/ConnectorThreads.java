package io.sugang.server.admission;

import org.apache.coyote.AbstractProtocol;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;

/**
 * Customizer that gives the connector {@link RequestThreads}, as many as {@code
 * server.tomcat.threads.max}.
 */
@Component
final class ConnectorThreads
    implements WebServerFactoryCustomizer<TomcatServletWebServerFactory>, Ordered, DisposableBean {
  private @Nullable RequestThreads threads;

  /** Returns the last position, when the number of threads is known. */
  @Override
  public int getOrder() {
    return LOWEST_PRECEDENCE;
  }

  @Override
  public void customize(TomcatServletWebServerFactory factory) {
    factory.addConnectorCustomizers(connector -> {
      if (connector.getProtocolHandler() instanceof AbstractProtocol<?> protocol) {
        threads =
            new RequestThreads("http-" + factory.getPort() + "-exec-", protocol.getMaxThreads());
        protocol.setExecutor(threads);
      }
    });
  }

  /** Returns the number of requests that wait for a thread. */
  int waiting() {
    return threads == null ? 0 : threads.getQueue().size();
  }

  /**
   * Ends the threads, because Tomcat does not end threads that it did not make. Tomcat has stopped
   * by now.
   */
  @Override
  public void destroy() {
    if (threads != null) {
      threads.shutdown();
    }
  }
}
