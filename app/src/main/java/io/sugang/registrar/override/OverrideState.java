package io.sugang.registrar.override;

/** Where an override is in its three steps. */
public enum OverrideState {
  /** It waits for a decision. */
  REQUESTED,
  /** The student may confirm it until it expires. */
  GRANTED,
  /** The desk refused it. */
  DECLINED,
  /** It was granted, and not confirmed in time. */
  EXPIRED,
  /** The student has the enrollment. */
  CONFIRMED,
  /** The enrollment was cancelled, and what it raised was given back. */
  CANCELLED,
  /** The student took it back before a confirm. */
  WITHDRAWN
}
