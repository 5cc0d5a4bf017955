package io.sugang.servers;

/** Where server programs come from. */
interface ServerEngine {
  /** A Redis that is not started yet. */
  ServerProcess redis(String password);

  /** A MySQL that is not started yet, with {@code root} reachable from everywhere. */
  ServerProcess mysql(String rootPassword);
}
