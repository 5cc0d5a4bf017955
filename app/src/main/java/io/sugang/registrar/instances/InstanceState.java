package io.sugang.registrar.instances;

/** Whether an instance takes requests. */
public enum InstanceState {
  READY,
  /** It answers what is open, and takes nothing new. */
  DRAINING,
  /** It has ended as it should; the last heartbeat. */
  STOPPED
}
