package io.sugang.ops.cli;

/**
 * Commands of another module. {@code ServiceLoader} finds it where that module is on the class
 * path.
 */
@FunctionalInterface
public interface CommandModule {
  /**
   * Adds the commands of the module.
   *
   * @param session what all commands share
   */
  void addTo(CommandTable commands, Session session);
}
