package io.sugang.tools.audit;

/** An audit without a verdict. The message says why, in one line. */
final class Unknown extends RuntimeException {
  Unknown(String why) {
    super(why);
  }
}
