package io.sugang.server.tomcat;

import io.lettuce.core.resource.DefaultEventLoopGroupProvider;
import io.lettuce.core.resource.EventLoopGroupProvider;
import io.lettuce.core.resource.Transports;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * The event loop of the requests: one thread for the connection to the gate, and for the
 * connections of clients whose requests it handles itself (docs/decisions/0005). No thread wakes
 * another then.
 *
 * <p>Which thread runs what: this one runs a whole request of the fast path from its first filter
 * to the call of the gate. It also runs what follows an answer of the gate, with the answer to the
 * client. An HTTP thread runs every other request, and all of them when nothing is handled in
 * place. Virtual threads read what may make them wait, and the claim writer answers what it
 * committed. So a wait in this thread holds up all connections of the instance; the tests find it
 * ({@code RequestLoopWaits}).
 */
@Component
public final class RequestLoop implements DisposableBean {
  private final EventLoopGroupProvider provider =
      new DefaultEventLoopGroupProvider(1, name -> new DefaultThreadFactory("request-loop", true));
  // Of our own, so that the loop outlives each client of Redis.
  private final IoEventLoopGroup loops =
      (IoEventLoopGroup) provider.allocate(Transports.eventLoopGroupClass());

  /** Returns the loop for clients of Redis. */
  public EventLoopGroupProvider provider() {
    return provider;
  }

  /** Returns the loop for connections of clients. */
  public IoEventLoop loop() {
    return loops.next();
  }

  @Override
  public void destroy() {
    provider.shutdown(0, 1, TimeUnit.SECONDS);
  }
}
