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
      "Those of enrollments that exist stay. Rejections that were kept for the desk are deleted after the same time.",
      "On a terminal it asks first."
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
            "Delete the events and kept rejections of this stack (%s) that are older than %d days?"
                .formatted(mode, kept));
      }
      EventRetention retention = new EventRetention(session.running(mode));
      long events = retention.prune(kept);
      long rejections = retention.pruneRejections(kept);
      session
          .console()
          .say(
              "  %,d events and %,d kept rejections older than %d days deleted"
                  .formatted(events, rejections, kept));
      return 0;
    }
  }
}
