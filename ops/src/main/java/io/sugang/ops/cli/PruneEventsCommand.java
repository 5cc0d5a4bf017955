package io.sugang.ops.cli;

import io.sugang.ops.control.EventRetention;
import io.sugang.ops.options.Range;
import io.sugang.ops.workspace.CommandLock;
import io.sugang.ops.workspace.Console;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "prune-events",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Deletes events of audit_event that are older than SUGANG_AUDIT_RETENTION days (400).",
      "Those of enrollments that exist stay. On a terminal it asks first."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  ./sugang prune-events --yes", "  ./sugang prune-events --days 1000"})
final class PruneEventsCommand implements Callable<Integer> {
  @Option(names = "--days", paramLabel = "N", description = "Days instead, 1 to 36500.")
  @Range(from = 1, to = 36_500)
  private @Nullable Integer days;

  @Option(
      names = {"-y", "--yes"},
      description = "Does not ask.")
  private boolean yes;

  private final Session session;

  PruneEventsCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    int kept = days == null ? session.settings().number("SUGANG_AUDIT_RETENTION") : days;
    try (var _ = CommandLock.take(session.workspace())) {
      Mode mode = session.requireRunning();
      if (!yes && Console.canAsk()) {
        session.confirm(
            "Delete the events of this stack (%s) that are older than %d days?"
                .formatted(mode, kept));
      }
      long deleted = new EventRetention(session.running(mode)).prune(kept);
      session.console().say("  %,d events older than %d days deleted".formatted(deleted, kept));
      return 0;
    }
  }
}
