package io.sugang.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Passes TCP connections on until it is cut: then nothing passes, in either direction or of the
 * answers, the connections stay open and new ones are accepted but go nowhere, as when packets are
 * dropped.
 */
public final class CuttableProxy implements AutoCloseable {
  private static final int CONNECT_MILLIS = 2_000;
  private static final int NOT_CONNECTED = -1;

  private final ServerSocket server;
  private final InetSocketAddress target;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final Object gate = new Object();
  private final Set<Integer> silent = new HashSet<>();
  private boolean cut;
  private boolean answersCut;
  private boolean withheld;

  /** Listens on a free port of the loopback. */
  public CuttableProxy(String host, int port) throws IOException {
    target = new InetSocketAddress(host, port);
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().name("proxy-accept").start(this::accept);
  }

  public int port() {
    return server.getLocalPort();
  }

  public void cut() {
    synchronized (gate) {
      cut = true;
      withheld = false;
    }
  }

  /** What is sent arrives, and nobody learns of it. */
  public void cutAnswers() {
    synchronized (gate) {
      answersCut = true;
    }
  }

  /**
   * Lets nothing pass on one connection any more, while the others go on.
   *
   * @param upstreamPort by which the server knows the connection
   */
  public void silence(int upstreamPort) {
    synchronized (gate) {
      silent.add(upstreamPort);
    }
  }

  /** Somebody sent something, or came, since it was cut in both directions. */
  public boolean withheld() {
    synchronized (gate) {
      return withheld;
    }
  }

  /** What was sent meanwhile arrives now, late. */
  public void heal() {
    synchronized (gate) {
      cut = false;
      answersCut = false;
      silent.clear();
      gate.notifyAll();
    }
  }

  private void awaitWhole(boolean answer, int upstreamPort) throws InterruptedException {
    synchronized (gate) {
      while (cut || (answer && answersCut) || silent.contains(upstreamPort)) {
        withheld = true;
        gate.wait();
      }
    }
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        sockets.add(client);
        Thread.ofVirtual().start(() -> connect(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void connect(Socket client) {
    Socket upstream = new Socket();
    sockets.add(upstream);
    try {
      awaitWhole(false, NOT_CONNECTED);
      upstream.connect(target, CONNECT_MILLIS);
      client.setTcpNoDelay(true);
      upstream.setTcpNoDelay(true);
      int upstreamPort = upstream.getLocalPort();
      Thread.ofVirtual().start(() -> pass(client, upstream, false, upstreamPort));
      pass(upstream, client, true, upstreamPort);
    } catch (IOException | InterruptedException gone) {
      close(client);
      close(upstream);
    }
  }

  private void pass(Socket from, Socket to, boolean answer, int upstreamPort) {
    byte[] buffer = new byte[16 * 1024];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        awaitWhole(answer, upstreamPort);
        out.write(buffer, 0, n);
      }
    } catch (IOException | InterruptedException gone) {
      // both ends learn of it below
    } finally {
      close(from);
      close(to);
    }
  }

  private void close(Socket socket) {
    sockets.remove(socket);
    try {
      socket.close();
    } catch (IOException gone) {
      // it is closed then
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    heal();
    sockets.forEach(this::close);
  }
}
