package io.sugang.tools.local;

/** The cores that this process may use; it may be pinned to some of the machine's. */
final class Cores {
  private Cores() {}

  static int count() {
    return Runtime.getRuntime().availableProcessors();
  }
}
