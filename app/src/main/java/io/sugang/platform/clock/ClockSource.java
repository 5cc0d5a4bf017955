package io.sugang.platform.clock;

/** What the shared clock follows. */
enum ClockSource {
  REDIS,
  /** While Redis does not answer, or its clock is the one of three that is wrong. */
  MYSQL,
  /**
   * None that may be followed answers: the last offset is kept. Before the first answer it is the
   * host's clock.
   */
  HOLDOVER
}
