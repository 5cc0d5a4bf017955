package io.sugang.tools.cli;

/** The two ways to run the stack. */
enum Mode {
  LOCAL("local"),
  DOCKER("docker");

  private final String text;

  Mode(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
