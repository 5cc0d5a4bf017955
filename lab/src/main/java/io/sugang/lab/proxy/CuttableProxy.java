package io.sugang.lab.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Passes TCP connections on until it is cut. Then nothing passes, in either direction or of the
 * answers. The connections stay open, and new ones are accepted but go nowhere, as when packets are
 * dropped. A cut connection still notifies each end that the other one closed. A silent one sends
 * nothing at all: no byte, no FIN, no RST, as when a host or a firewall between two hosts has gone.
 */
public final class CuttableProxy implements AutoCloseable {
  private static final int CONNECT_MILLIS = 2_000;

  private final ServerSocket server;
  private final InetSocketAddress target;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
  private final Object gate = new Object();
  private boolean cut;
  private boolean answersCut;
  private boolean withheld;
  private boolean silent;
  private Deque<String> trap = new ArrayDeque<>();
  private int accepted;

  /** One connection and the one behind it. */
  private static final class ProxiedConnection {
    private int upstreamPort;
    private boolean silent;
    private long sent;
  }

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

  /** Requests arrive, and their answers do not. */
  public void cutAnswers() {
    synchronized (gate) {
      answersCut = true;
    }
  }

  /** Returns whether a client sent something or connected since it was cut in both directions. */
  public boolean withheld() {
    synchronized (gate) {
      return withheld;
    }
  }

  /** Silences all connections: none passes anything on, not even that its other end has closed. */
  public void silence() {
    synchronized (gate) {
      silent = true;
      withheld = false;
    }
  }

  /**
   * Silences all as {@link #silence} does, as soon as clients have sent these texts, in this order.
   * The last one does not arrive, nor does anything after it, in either direction and on any
   * connection.
   *
   * @param texts of ASCII, in capital letters; what is sent may have small ones
   */
  public void silenceBefore(String... texts) {
    synchronized (gate) {
      trap = new ArrayDeque<>(List.of(texts));
      withheld = false;
    }
  }

  /**
   * Silences one connection: the one whose client has sent most often since {@link #count}. All
   * others keep working.
   *
   * @return false when there is none that has sent anything
   */
  public boolean silenceOne() {
    synchronized (gate) {
      ProxiedConnection busiest = null;
      for (ProxiedConnection connection : connections) {
        if (connection.sent > (busiest == null ? 0 : busiest.sent)) {
          busiest = connection;
        }
      }
      if (busiest != null) {
        busiest.silent = true;
      }
      return busiest != null;
    }
  }

  /**
   * Silences one connection.
   *
   * @param upstreamPort by which the server knows the connection
   */
  public void silence(int upstreamPort) {
    synchronized (gate) {
      connections.stream()
          .filter(connection -> connection.upstreamPort == upstreamPort)
          .forEach(connection -> connection.silent = true);
    }
  }

  /** Counts anew what each client sends. */
  public void count() {
    synchronized (gate) {
      connections.forEach(connection -> connection.sent = 0);
    }
  }

  /** Returns how many connections were opened so far. */
  public int accepted() {
    synchronized (gate) {
      return accepted;
    }
  }

  /**
   * Returns whether all is silent, by {@link #silence} or because the text of the trap was sent.
   */
  public boolean silent() {
    synchronized (gate) {
      return silent;
    }
  }

  /** Ends every silence: what was sent meanwhile arrives now, late, and so do the ends. */
  public void speak() {
    synchronized (gate) {
      silent = false;
      trap.clear();
      connections.forEach(connection -> connection.silent = false);
      gate.notifyAll();
    }
  }

  /** Ends every cut and silence: what was sent meanwhile arrives now, late. */
  public void heal() {
    synchronized (gate) {
      cut = false;
      answersCut = false;
      speak();
    }
  }

  private void awaitWhole(ProxiedConnection connection, boolean answer)
      throws InterruptedException {
    synchronized (gate) {
      while (cut || silent || connection.silent || (answer && answersCut)) {
        withheld = true;
        gate.wait();
      }
    }
  }

  private void triggerCut(String sent) {
    synchronized (gate) {
      if (!trap.isEmpty() && sent.toUpperCase(Locale.ROOT).contains(trap.peek())) {
        trap.remove();
        silent = trap.isEmpty();
      }
    }
  }

  private void awaitTraffic(ProxiedConnection connection) throws InterruptedException {
    synchronized (gate) {
      while (silent || connection.silent) {
        gate.wait();
      }
    }
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        sockets.add(client);
        synchronized (gate) {
          accepted++;
        }
        Thread.ofVirtual().start(() -> connect(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void connect(Socket client) {
    Socket upstream = new Socket();
    sockets.add(upstream);
    ProxiedConnection connection = new ProxiedConnection();
    try {
      awaitWhole(connection, false);
      upstream.connect(target, CONNECT_MILLIS);
      client.setTcpNoDelay(true);
      upstream.setTcpNoDelay(true);
      connection.upstreamPort = upstream.getLocalPort();
      connections.add(connection);
      Thread.ofVirtual().start(() -> pass(client, upstream, connection, false));
      pass(upstream, client, connection, true);
    } catch (IOException | InterruptedException gone) {
      close(client);
      close(upstream);
    } finally {
      connections.remove(connection);
    }
  }

  private void pass(Socket from, Socket to, ProxiedConnection connection, boolean answer) {
    byte[] buffer = new byte[16 * 1024];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        if (!answer) {
          sent(connection, new String(buffer, 0, n, StandardCharsets.ISO_8859_1));
        }
        awaitWhole(connection, answer);
        out.write(buffer, 0, n);
      }
    } catch (IOException | InterruptedException gone) {
      // both ends learn of it below
    } finally {
      end(from, to, connection);
    }
  }

  private void sent(ProxiedConnection connection, String text) {
    synchronized (gate) {
      connection.sent++;
    }
    triggerCut(text);
  }

  private void end(Socket from, Socket to, ProxiedConnection connection) {
    try {
      awaitTraffic(connection);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
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
    speak();
    sockets.forEach(this::close);
  }
}
