package io.sugang.ops.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All commands of {@code ./sugang}, in the order of the overview. */
public final class CommandTable {
  private final List<CommandEntry> entries = new ArrayList<>();
  private final Map<List<String>, String> selected = new HashMap<>();

  CommandTable() {}

  void add(CommandEntry entry) {
    entries.add(entry);
  }

  /** Adds commands behind another one. */
  public void addAfter(String earlier, CommandEntry... added) {
    for (int i = 0; i < entries.size(); i++) {
      if (entries.get(i).name().equals(earlier)) {
        entries.addAll(i + 1, List.of(added));
        return;
      }
    }
    throw new IllegalArgumentException("there is no command " + earlier);
  }

  /** Has an option of a command select another command. */
  public void select(String command, String option, String other) {
    selected.put(List.of(command, option), other);
  }

  List<CommandEntry> entries() {
    return List.copyOf(entries);
  }

  /** Returns the entry of an object with picocli's annotations, or null for one of picocli. */
  @Nullable CommandEntry of(Object command) {
    return entries.stream().filter(entry -> entry.command() == command).findFirst().orElse(null);
  }

  /** Returns the arguments, with the name of the command that an option of another one selects. */
  String[] rewritten(String... args) {
    List<String> words = new ArrayList<>(List.of(args));
    selected.forEach((option, other) -> {
      if (!words.isEmpty()
          && words.getFirst().equals(option.getFirst())
          && words.remove(option.getLast())) {
        words.set(0, other);
      }
    });
    return words.toArray(String[]::new);
  }
}
