package io.sugang.lab.bench;

import java.util.Locale;

/** When the next request is sent: after the answer of the last one, or when it is due. */
enum Loop {
  CLOSED,
  OPEN;

  /**
   * Usual connections of a closed loop: so many that the service always has something to do, and
   * few enough that none waits long for its turn.
   */
  static final int CONNECTIONS = 64;

  /** Connections of an open loop, enough for the requests that wait while a service is slow. */
  static final int OPEN_CONNECTIONS = 512;

  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * A turn of all loads.
   *
   * @param connections that send the requests, at least 1
   * @param number from 1 among those of the same loop and connections
   */
  record Turn(Loop loop, int connections, int number) {
    /** The first turn of a closed loop. */
    static Turn closed(int connections) {
      return new Turn(CLOSED, connections, 1);
    }

    boolean open() {
      return loop == OPEN;
    }

    /** Whether the other turn sends in the same way. */
    boolean isLike(Turn other) {
      return loop == other.loop && connections == other.connections;
    }

    /** Like {@code open}, and {@code open 2} for the second one. */
    String id() {
      return number == 1 ? loop.id() : loop.id() + " " + number;
    }

    /** The id, with the connections of a closed loop that has not as many as usual. */
    String title() {
      return open() || connections == CONNECTIONS
          ? id()
          : "%s, %,d connections".formatted(id(), connections);
    }
  }
}
