package io.sugang.fastpath;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;

/** The shortcuts of all features, and which of them a request takes. */
@Component
final class FastPathRoutes implements SmartInitializingSingleton {
  // Accept of browsers' fetch, of curl and of load drivers; what else allows JSON is MVC's to tell.
  private static final Set<String> ACCEPT_JSON =
      Set.of(
          MediaType.ALL_VALUE,
          MediaType.APPLICATION_JSON_VALUE,
          "application/json, text/plain, */*");

  private final ObjectProvider<FastPathRoute> features;
  private volatile List<FastPathRoute> shortcuts = List.of();

  FastPathRoutes(ObjectProvider<FastPathRoute> features) {
    this.features = features;
  }

  /**
   * Not before: filters are made while Tomcat starts, and with them would be nearly all of the
   * service, by Tomcat's class loader.
   */
  @Override
  public void afterSingletonsInstantiated() {
    shortcuts = features.orderedStream().toList();
  }

  /** The one that answers this request, or null: the dispatcher does. */
  @Nullable FastPathRoute find(HttpServletRequest request) {
    String accept = request.getHeader(HttpHeaders.ACCEPT);
    if (accept != null && !ACCEPT_JSON.contains(accept)) {
      return null;
    }
    for (FastPathRoute shortcut : shortcuts) {
      if (shortcut.takes(request)) {
        return shortcut;
      }
    }
    return null;
  }
}
