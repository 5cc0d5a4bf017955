package io.sugang.platform.problem;

/** The detail of an HTTP error of which only the status is known. */
final class ErrorDetail {
  private ErrorDetail() {}

  static String of(int status) {
    return switch (status) {
      case 400 ->
          "The request is not valid HTTP: check the characters of the URL, the headers and the"
              + " body's framing.";
      case 404 -> "There is no such path; those of the API are below /api/.";
      case 405 -> "This path does not support the method; the Allow header names those it does.";
      case 406 -> "The answer is application/json, which the Accept header excludes.";
      case 413 -> BodyLimitFilter.DETAIL;
      case 414 -> "The URL is too long.";
      case 415 -> "The body must be sent with Content-Type: application/json.";
      case 431 -> "The request headers are too large; 8 KB is the limit.";
      case 501 -> "The request uses a transfer coding that is not served.";
      case 503 -> "The service cannot answer right now. Please try again.";
      case 505 -> "This HTTP version is not served; use HTTP/1.1.";
      default ->
          status < 500
              ? "The request is not valid."
              : "The service failed to handle the request; its log has the cause.";
    };
  }
}
