package io.sugang.tools.audit;

/** Nobody could tell whether there are vulnerabilities. The message says why, in one line. */
final class Unknown extends RuntimeException {
  Unknown(String why) {
    super(why);
  }
}
