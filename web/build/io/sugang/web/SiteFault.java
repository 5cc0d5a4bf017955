package io.sugang.web;

/** A fault in a file of the page; the message names the file and, where there is one, the line. */
public final class SiteFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SiteFault(String file, String text, int offset, String what) {
    super(
        "%s:%d: %s"
            .formatted(
                file, text.substring(0, offset).chars().filter(c -> c == '\n').count() + 1, what));
  }

  SiteFault(String message) {
    super(message);
  }
}
