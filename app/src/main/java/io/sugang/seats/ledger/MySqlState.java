package io.sugang.seats.ledger;

/** State of MySQL, as far as this instance knows. */
interface MySqlState {

  /** Returns false while MySQL is known to be down or read-only. */
  boolean up();

  /** Reports a failed call to MySQL that was not caused by the request. Returns at once. */
  void failed(RuntimeException failure);
}
