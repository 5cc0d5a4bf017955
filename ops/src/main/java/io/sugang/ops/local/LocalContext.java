package io.sugang.ops.local;

import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Settings;
import io.sugang.ops.workspace.Workspace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The things that the parts of one local stack share: its folder, settings, ports and processes.
 *
 * @param folder the stack's folder, {@code .sugang/local} for the stack of {@code up}
 * @param started names that this command started, in order; stopped again if it fails
 */
public record LocalContext(
    Workspace workspace,
    Path folder,
    Settings settings,
    Console console,
    StackState state,
    LocalProcesses processes,
    Ports ports,
    ServerPrograms programs,
    List<String> started) {

  /** Returns the stack of {@code up}. */
  public static LocalContext of(Workspace workspace, Console console) {
    return of(workspace, workspace.state("local"), workspace.settings(), console, 0);
  }

  /**
   * Returns a stack in a folder of its own.
   *
   * @param portStep added to the ports that are tried first
   */
  public static LocalContext of(
      Workspace workspace, Path folder, Settings settings, Console console, int portStep) {
    return of(workspace, folder, settings, console, portStep, Set.of());
  }

  /**
   * Returns a stack in a folder of its own.
   *
   * @param portStep added to the ports that are tried first
   * @param hidden variables of this process's environment that no process of the stack inherits
   */
  public static LocalContext of(
      Workspace workspace,
      Path folder,
      Settings settings,
      Console console,
      int portStep,
      Set<String> hidden) {
    var state = new StackState(folder.resolve("state"));
    var processes =
        new LocalProcesses(folder.resolve("run"), folder.resolve("log"), console, hidden);
    return new LocalContext(
        workspace,
        folder,
        settings,
        console,
        state,
        processes,
        new Ports(state, processes, PortReservations.ofUser(), console, portStep),
        new ServerPrograms(workspace, console),
        new ArrayList<>());
  }

  /** Returns the same stack with other settings, as for one start of its instances. */
  public LocalContext with(Settings others) {
    return new LocalContext(
        workspace, folder, others, console, state, processes, ports, programs, started);
  }

  public Path logs() {
    return folder.resolve("log");
  }

  public Path file(String name) {
    return folder.resolve(name);
  }

  public Path log(String name) {
    return logs().resolve(name);
  }

  public String program(String name) {
    return programs.program(name);
  }
}
