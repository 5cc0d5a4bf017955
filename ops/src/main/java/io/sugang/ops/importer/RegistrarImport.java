package io.sugang.ops.importer;

import io.sugang.ops.control.MysqlAccount;
import io.sugang.ops.control.RunningStack;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Imports courses and students of a term into a running stack. When lines are bad, the import
 * reports all of them and changes nothing.
 */
public final class RegistrarImport {
  private static final int KEYS_AT_ONCE = 500;

  private final RunningStack stack;
  private final Console console;

  public RegistrarImport(RunningStack stack, Console console) {
    this.stack = stack;
    this.console = console;
  }

  /**
   * Runs the import.
   *
   * @param folder with {@code courses.csv}, {@code students.csv} or both
   * @param asked the term, or null for the newest one with a window
   * @param dryRun the transaction is rolled back at its end
   * @return false when a line is bad, or is refused behind the locks
   * @throws Failure when there is no file, no term, or MySQL refuses
   */
  public boolean run(Path folder, @Nullable TermName asked, boolean dryRun) {
    if (!Files.exists(folder.resolve(CourseLine.FILE))
        && !Files.exists(folder.resolve(StudentLine.FILE))) {
      throw new Failure(
          "%s has neither %s nor %s".formatted(folder, CourseLine.FILE, StudentLine.FILE));
    }
    TermName term = asked == null ? newestTerm() : asked;
    ImportFiles files = ImportFiles.read(folder, ImportFacts.read(stack, term));
    if (!files.bad().isEmpty()) {
      files.bad().forEach(line -> console.say(line.toString()));
      console.say("%d bad values; nothing was changed".formatted(files.bad().size()));
      return false;
    }
    console.say("  term       " + term);
    console.say(
        "  read       %d courses, %d students"
            .formatted(files.courses().size(), files.students().size()));
    List<String> changedStudents = new ArrayList<>();
    List<BadLine> refused = new ArrayList<>();
    List<String> counts = new ArrayList<>();
    for (String line : write(files, term, dryRun).lines().toList()) {
      String[] answer = line.split("\t", -1);
      switch (answer[0]) {
        case "student" -> changedStudents.add("student:" + answer[1]);
        case "refused" ->
            refused.add(
                Refusal.valueOf(answer[2])
                    .line(Long.parseLong(answer[1]), answer[3], Integer.parseInt(answer[4])));
        default -> counts.add("  %-18s %s".formatted(answer[0], answer[1]));
      }
    }
    if (!refused.isEmpty()) {
      refused.forEach(line -> console.say(line.toString()));
      console.say("%d refused lines; nothing was changed".formatted(refused.size()));
      return false;
    }
    counts.forEach(console::say);
    if (dryRun) {
      console.say("  dry run: nothing was changed");
    } else {
      evict(changedStudents);
      console.say("  committed");
    }
    return true;
  }

  private String write(ImportFiles files, TermName term, boolean dryRun) {
    try {
      return stack.sql(MysqlAccount.OWNER, ImportScript.of(files, term, dryRun));
    } catch (Failure refused) {
      throw new Failure("MySQL refused the import, and nothing was changed: " + refused.message());
    }
  }

  private TermName newestTerm() {
    String newest = ImportFacts.newestTerm(stack);
    if (newest.isEmpty()) {
      throw new Failure("no term has a window yet; name the term, as --term 2027-SPRING");
    }
    return TermName.of(newest);
  }

  // The instances hear of it from Redis. Courses need nothing: the reconciler sees a new capacity.
  private void evict(List<String> students) {
    for (int i = 0; i < students.size(); i += KEYS_AT_ONCE) {
      var command = new ArrayList<String>();
      command.add("unlink");
      command.addAll(students.subList(i, Math.min(i + KEYS_AT_ONCE, students.size())));
      stack.redis(command.toArray(String[]::new));
    }
  }
}
