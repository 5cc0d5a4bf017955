package io.sugang.ledger;

/** Whether MySQL takes writes, as far as this instance knows. */
interface MySqlState {

  /** False while MySQL is known to be down or read-only. */
  boolean up();

  /**
   * To be called when a call to MySQL failed in a way that says nothing about the request. Returns
   * at once.
   */
  void failed(RuntimeException failure);
}
