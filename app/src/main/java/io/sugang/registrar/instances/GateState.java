package io.sugang.registrar.instances;

/** Whether an instance asks the gate. */
public enum GateState {
  IN_USE,
  /** The circuit is open and the ledger decides alone. */
  FALLBACK,
  /** There is none: {@code sugang.seat.control=lock}. */
  OFF
}
