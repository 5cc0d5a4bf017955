package io.sugang.ops.nginx;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A name server that gives every name the same addresses; without any it knows none. */
final class NameServer implements AutoCloseable {
  /** As long as Docker's: only {@code valid=} makes NGINX ask again earlier. */
  private static final int SECONDS_TO_LIVE = 600;

  private static final int NO_SUCH_NAME = 0x8183;
  private static final int LONGEST_QUESTION = 512;
  private static final int RECORD_BYTES = 16;

  volatile List<InetAddress> addresses = List.of();
  final AtomicInteger questions = new AtomicInteger();
  private final DatagramSocket socket;

  NameServer() throws IOException {
    socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    Thread.startVirtualThread(this::serve);
  }

  int port() {
    return socket.getLocalPort();
  }

  private void serve() {
    try {
      while (true) {
        var question = new DatagramPacket(new byte[LONGEST_QUESTION], LONGEST_QUESTION);
        socket.receive(question);
        questions.incrementAndGet();
        byte[] answer = answer(question.getData(), question.getLength(), addresses);
        socket.send(new DatagramPacket(answer, answer.length, question.getSocketAddress()));
      }
    } catch (IOException closed) {
      // close() closed the socket.
    }
  }

  /**
   * Returns the question (RFC 1035: it follows a header of 12 bytes) and an A record per address.
   */
  private static byte[] answer(byte[] question, int length, List<InetAddress> addresses) {
    ByteBuffer answer = ByteBuffer.allocate(length + RECORD_BYTES * addresses.size());
    answer.put(question, 0, length);
    int flags = addresses.isEmpty() ? NO_SUCH_NAME : 0x8180;
    answer.putShort(2, (short) flags).putShort(6, (short) addresses.size()).putInt(8, 0);
    for (InetAddress address : addresses) {
      answer.putShort((short) 0xC00C).putShort((short) 1).putShort((short) 1);
      answer.putInt(SECONDS_TO_LIVE).putShort((short) 4).put(address.getAddress());
    }
    return answer.array();
  }

  @Override
  public void close() {
    socket.close();
  }
}
