package io.sugang.server.tomcat;

import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/** Customizer that gives the connector a {@link DrainableProtocol}. */
@Component
final class DrainableConnector
    implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

  @Override
  public void customize(TomcatServletWebServerFactory factory) {
    factory.setProtocol(DrainableProtocol.class.getName());
  }
}
