package io.sugang.redis;

import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.handler.flush.FlushConsolidationHandler;
import org.springframework.boot.data.redis.autoconfigure.ClientResourcesBuilderCustomizer;
import org.springframework.stereotype.Component;

/**
 * Calls of requests that came at the same time are sent by one write: Lettuce flushes after each,
 * and a flush waits here for those that are already queued in the connection's thread.
 */
@Component
public final class FlushTogether implements NettyCustomizer, ClientResourcesBuilderCustomizer {
  @Override
  public void afterChannelInitialized(Channel channel) {
    channel
        .pipeline()
        .addFirst(
            new FlushConsolidationHandler(
                FlushConsolidationHandler.DEFAULT_EXPLICIT_FLUSH_AFTER_FLUSHES, true));
  }

  @Override
  public void customize(ClientResources.Builder resources) {
    resources.nettyCustomizer(this);
  }
}
