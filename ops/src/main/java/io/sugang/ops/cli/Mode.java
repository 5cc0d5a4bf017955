package io.sugang.ops.cli;

/** The two ways to run the stack. */
public enum Mode {
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
