package io.sugang.enrollment.notice;

/** What a notice is about. A page has words of its own for each kind. */
public enum NoticeKind {
  /** A course does not take place, and the student's enrollment in it is dropped. */
  COURSE_CANCELLED,
  /** The desk grants an override, which the student confirms before it expires. */
  OVERRIDE_GRANTED,
  /** The desk declines an override. */
  OVERRIDE_DECLINED
}
