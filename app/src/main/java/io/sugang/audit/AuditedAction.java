package io.sugang.audit;

/** What a student, or somebody for a student, does about an enrollment. */
public enum AuditedAction {
  ENROLL,
  CANCEL
}
