package io.sugang.verifier;

/** Takes the place of a check of Redis where seats are decided by the lock in MySQL alone. */
record NotInThisMode(String name) implements Check {
  @Override
  public Finding run() {
    return Finding.skipped("SUGANG_SEAT_CONTROL=lock: Redis holds no seats");
  }
}
