package io.sugang.problem;

import java.io.IOException;

/** More bytes arrived than a request body may have. */
final class PayloadTooLargeException extends IOException {
  PayloadTooLargeException() {
    super("request body exceeds " + BodyLimitFilter.MAX_BYTES + " bytes");
  }
}
