package io.sugang.verifier;

/**
 * Takes the place of a check that has nothing to judge as the service is set.
 *
 * @param reason the setting, and what it means for the check
 */
record NotInThisMode(String name, String reason) implements Check {
  @Override
  public Finding run() {
    return Finding.skipped(reason);
  }
}
