package io.sugang.lab.bench;

import java.util.Locale;

/** When the next request is sent: after the answer of the last one, or when it is due. */
enum Loop {
  CLOSED,
  OPEN;

  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * A turn of all loads.
   *
   * @param number from 1 among those of the same loop
   */
  record Turn(Loop loop, int number) {
    boolean open() {
      return loop == OPEN;
    }

    /** Like {@code open}, and {@code open 2} for the second one. */
    String id() {
      return number == 1 ? loop.id() : loop.id() + " " + number;
    }
  }
}
