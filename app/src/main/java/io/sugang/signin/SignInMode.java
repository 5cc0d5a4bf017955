package io.sugang.signin;

/** Whether a request needs a session. */
enum SignInMode {
  /** Without a session a request acts for the student that it names: for trials and load tests. */
  OPEN,
  /** Without a session only what everybody may know is answered. */
  REQUIRED
}
