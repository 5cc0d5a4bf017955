package io.sugang.ops.cli;

import io.sugang.ops.importer.RegistrarImport;
import io.sugang.ops.importer.TermName;
import io.sugang.ops.workspace.CommandLock;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    description = {
      "Imports the registrar's courses and students of a term into the running stack.",
      "FOLDER has courses.csv, students.csv or both: UTF-8, with Korean headers",
      "(docs/registration.md). It lists all bad lines, and then changes nothing. Otherwise one",
      "transaction adds and changes; nothing is deleted, and no enrollment is touched."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:imported", "1:lines are bad; nothing was changed", "2:wrong arguments"},
    footerHeading = "%nExamples:%n",
    footer = {
      "  ./sugang import docs/example-import --dry-run",
      "  ./sugang import /data/2027 --term 2027-SPRING"
    })
final class ImportCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FOLDER", description = "With courses.csv, students.csv or both.")
  private @Nullable Path folder;

  @Option(
      names = "--term",
      paramLabel = "TERM",
      description = "As 2027-SPRING; by default the newest term with a window.")
  private @Nullable String term;

  @Option(names = "--dry-run", description = "Runs the transaction and rolls it back.")
  private boolean dryRun;

  @Spec private @Nullable CommandSpec spec;

  private final Session session;

  ImportCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    TermName asked = asked();
    try (var _ = CommandLock.take(session.workspace())) {
      Mode mode = session.requireRunning();
      session.console().section("Sugang: import");
      var job = new RegistrarImport(session.running(mode), session.console());
      return job.run(Objects.requireNonNull(folder), asked, dryRun) ? 0 : 1;
    }
  }

  private @Nullable TermName asked() {
    if (term == null) {
      return null;
    }
    try {
      return TermName.of(term);
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(), String.valueOf(wrong.getMessage()));
    }
  }
}
