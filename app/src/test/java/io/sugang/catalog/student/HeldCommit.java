package io.sugang.catalog.student;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A line to MySQL that keeps one COMMIT back, also when its sender has given up, and delivers it
 * when the test asks for it.
 */
final class HeldCommit implements AutoCloseable {
  private final ServerSocket server;
  private final InetSocketAddress target;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch through = new CountDownLatch(1);
  private volatile boolean armed;

  HeldCommit(String host, int port) throws IOException {
    target = new InetSocketAddress(host, port);
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.startVirtualThread(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  void keepTheNextOne() {
    armed = true;
  }

  void awaitHeld() throws InterruptedException {
    assertThat(held.await(15, TimeUnit.SECONDS)).isTrue();
  }

  void deliver() {
    through.countDown();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = server.accept();
        Socket mysql = new Socket();
        sockets.add(client);
        sockets.add(mysql);
        mysql.connect(target);
        Thread.startVirtualThread(() -> pass(client, mysql, true));
        Thread.startVirtualThread(() -> pass(mysql, client, false));
      }
    } catch (IOException closed) {
      // the end of the test
    }
  }

  private void pass(Socket from, Socket to, boolean toMysql) {
    byte[] buffer = new byte[65_536];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read; (read = in.read(buffer)) > 0; ) {
        if (toMysql && armed && isCommit(buffer, read)) {
          armed = false;
          held.countDown();
          through.await();
        }
        out.write(buffer, 0, read);
      }
    } catch (IOException broken) {
      // the other direction ends as well
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
    try {
      to.shutdownOutput();
    } catch (IOException closed) {
      // by its other side
    }
  }

  private static boolean isCommit(byte[] buffer, int length) {
    String text =
        new String(buffer, 0, length, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
    return text.endsWith("commit") && !text.endsWith("autocommit");
  }

  @Override
  public void close() throws IOException {
    deliver();
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
