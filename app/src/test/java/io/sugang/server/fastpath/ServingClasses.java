package io.sugang.server.fastpath;

import java.io.IOException;
import java.net.Socket;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.coyote.AbstractProtocol;
import org.apache.coyote.ProtocolHandler;
import org.apache.tomcat.util.net.AbstractEndpoint;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.awaitility.Awaitility;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.test.util.ReflectionTestUtils;

/**
 * The classes, with all superclasses, of what serves a connection: protocol, endpoint, acceptor,
 * poller, and the connection with its channel.
 */
final class ServingClasses {
  private ServingClasses() {}

  static Set<Class<?>> of(ServletWebServerApplicationContext context) {
    TomcatWebServer server = (TomcatWebServer) Objects.requireNonNull(context.getWebServer());
    ProtocolHandler protocol = server.getTomcat().getConnector().getProtocolHandler();
    Object endpoint = field(protocol, AbstractProtocol.class, "endpoint");
    try (Socket _ = new Socket("127.0.0.1", server.getPort())) {
      NioSocketWrapper connection = accepted(endpoint);
      return Stream.of(
              protocol,
              endpoint,
              field(endpoint, AbstractEndpoint.class, "acceptor"),
              field(endpoint, NioEndpoint.class, "poller"),
              connection,
              connection.getPoller(),
              connection.getSocket())
          .map(Object::getClass)
          .flatMap(ServingClasses::withSuperclasses)
          .collect(LinkedHashSet::new, Collection::add, Collection::addAll);
    } catch (IOException failed) {
      throw new IllegalStateException("no connection", failed);
    }
  }

  static boolean isOfTheService(Class<?> type) {
    return type.getName().startsWith("io.sugang.");
  }

  private static NioSocketWrapper accepted(Object endpoint) {
    Map<?, ?> connections = (Map<?, ?>) field(endpoint, AbstractEndpoint.class, "connections");
    Awaitility.await().until(() -> !connections.isEmpty());
    return (NioSocketWrapper) List.copyOf(connections.values()).getFirst();
  }

  private static Stream<Class<?>> withSuperclasses(Class<?> type) {
    return Stream.iterate(type, Objects::nonNull, Class::getSuperclass);
  }

  private static Object field(Object of, Class<?> declaredIn, String name) {
    return Objects.requireNonNull(ReflectionTestUtils.getField(of, declaredIn, name));
  }
}
