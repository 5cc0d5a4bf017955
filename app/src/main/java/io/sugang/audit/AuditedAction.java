package io.sugang.audit;

/** The kind of action of a student, or for a student, about an enrollment. */
public enum AuditedAction {
  ENROLL,
  CANCEL
}
