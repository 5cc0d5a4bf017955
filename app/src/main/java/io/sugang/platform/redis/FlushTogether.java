package io.sugang.platform.redis;

import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.handler.flush.FlushConsolidationHandler;
import org.springframework.boot.data.redis.autoconfigure.ClientResourcesBuilderCustomizer;
import org.springframework.stereotype.Component;

/**
 * Channel handler that sends concurrent calls by one write. Lettuce flushes after each call. Here a
 * flush waits for the calls that are already queued in the thread of the connection.
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
