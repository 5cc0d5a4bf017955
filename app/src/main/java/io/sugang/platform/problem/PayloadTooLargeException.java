package io.sugang.platform.problem;

import java.io.IOException;

/** Failure of reading a request body that is larger than allowed. */
final class PayloadTooLargeException extends IOException {
  PayloadTooLargeException() {
    super("request body exceeds " + BodyLimitFilter.MAX_BYTES + " bytes");
  }
}
