package io.sugang.servers;

/**
 * One running (or stopped) server program behind a port that stays the same when it is started
 * again.
 */
interface ServerProcess {
  String host();

  int port();

  /** Starts the program and returns at once; it may not answer yet. */
  void start();

  /** Ends it as a power cut would: it can neither flush data nor answer its clients. */
  void kill();

  /** Freezes it: the port still accepts connections, nothing is answered. */
  void pause();

  void resume();

  boolean alive();

  /** The last lines it wrote and where the rest is, for messages. */
  String log();
}
