package io.sugang.server.fastpath;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;

/** The routes of all features, and which of them a request matches. */
@Component
final class FastPathRoutes implements SmartInitializingSingleton {
  // Accept of browsers' fetch, of curl and of load drivers. Spring MVC interprets all other values.
  private static final Set<String> ACCEPT_JSON =
      Set.of(
          MediaType.ALL_VALUE,
          MediaType.APPLICATION_JSON_VALUE,
          "application/json, text/plain, */*");

  private final ObjectProvider<FastPathRoute> features;
  private final boolean enabled;
  private final LoopConnector connector;
  private volatile List<FastPathRoute> routes = List.of();

  FastPathRoutes(
      ObjectProvider<FastPathRoute> features,
      FastPathProperties properties,
      LoopConnector connector) {
    this.features = features;
    this.connector = connector;
    this.enabled = properties.enabled();
  }

  /**
   * Collects the routes. Not earlier: filters are made while Tomcat starts, and the routes would
   * bring nearly all of the service with them, in Tomcat's class loader.
   */
  @Override
  public void afterSingletonsInstantiated() {
    if (enabled) {
      routes = features.orderedStream().toList();
      connector.enable(
          head -> find(head.method(), head.path(), head.accept(), head.contentType()) != null);
    }
  }

  /** Returns the route that handles this request, or null for Spring MVC. */
  @Nullable FastPathRoute find(HttpServletRequest request) {
    return find(
        request.getMethod(),
        request.getRequestURI(),
        request.getHeader(HttpHeaders.ACCEPT),
        request.getContentType());
  }

  private @Nullable FastPathRoute find(
      String method, String path, @Nullable String accept, @Nullable String contentType) {
    if (accept != null && !ACCEPT_JSON.contains(accept)) {
      return null;
    }
    for (FastPathRoute route : routes) {
      if (route.matches(method, path, contentType)) {
        return route;
      }
    }
    return null;
  }
}
