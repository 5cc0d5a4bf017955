package io.sugang.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Passes TCP connections on until it is cut: then nothing passes, in either direction or of the
 * answers, the connections stay open and new ones are accepted but go nowhere, as when packets are
 * dropped.
 */
public final class CuttableProxy implements AutoCloseable {
  private static final int CONNECT_MILLIS = 2_000;

  private final ServerSocket server;
  private final InetSocketAddress target;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final Object gate = new Object();
  private boolean cut;
  private boolean answersCut;
  private boolean silent;
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

  /** Somebody sent something, or came, since it was cut in both directions. */
  public boolean withheld() {
    synchronized (gate) {
      return withheld;
    }
  }

  /**
   * Cuts both directions, and withholds the FIN of an end that closes too: the other end keeps the
   * connection, as when a host has died.
   */
  public void silence() {
    synchronized (gate) {
      cut = true;
      silent = true;
      withheld = false;
    }
  }

  /** What was sent meanwhile arrives now, late. */
  public void heal() {
    synchronized (gate) {
      silent = false;
      cut = false;
      answersCut = false;
      gate.notifyAll();
    }
  }

  private void awaitWhole(boolean answer) throws InterruptedException {
    synchronized (gate) {
      while (cut || (answer && answersCut)) {
        withheld = true;
        gate.wait();
      }
    }
  }

  private void awaitSpeech() {
    synchronized (gate) {
      while (silent) {
        try {
          gate.wait();
        } catch (InterruptedException end) {
          return;
        }
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
      awaitWhole(false);
      upstream.connect(target, CONNECT_MILLIS);
      client.setTcpNoDelay(true);
      upstream.setTcpNoDelay(true);
      Thread.ofVirtual().start(() -> pass(client, upstream, false));
      pass(upstream, client, true);
    } catch (IOException | InterruptedException gone) {
      close(client);
      close(upstream);
    }
  }

  private void pass(Socket from, Socket to, boolean answer) {
    byte[] buffer = new byte[16 * 1024];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        awaitWhole(answer);
        out.write(buffer, 0, n);
      }
    } catch (IOException | InterruptedException gone) {
      // both ends learn of it below
    } finally {
      awaitSpeech();
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
