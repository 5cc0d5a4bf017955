package io.sugang.platform.clock;

import java.util.Optional;

/** A server whose clock can be asked for. */
@FunctionalInterface
interface TimeServer {

  /** Asks once, within a second or two; empty when the server does not answer. Never throws. */
  Optional<Offset> probe();
}
