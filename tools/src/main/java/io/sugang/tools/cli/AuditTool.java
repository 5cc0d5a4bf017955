package io.sugang.tools.cli;

import io.sugang.tools.audit.AuditCommand;
import io.sugang.tools.build.ServiceBuild;
import io.sugang.tools.build.ServiceJar;
import io.sugang.tools.workspace.CommandLock;
import io.sugang.tools.workspace.Workspace;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;

/** The audit of the service's libraries, with the service built when its sources changed. */
final class AuditTool {
  private final Session session;

  AuditTool(Session session) {
    this.session = session;
  }

  int run(List<String> arguments) {
    try (var _ = CommandLock.take(session.workspace())) {
      Workspace.folder(session.workspace().logs());
      ServiceJar service =
          new ServiceBuild(session.workspace(), session.console().onStandardError()).provide(false);
      Path jar = service.jar();
      var environment = new HashMap<>(session.workspace().environment());
      environment.put("SUGANG_AUDIT_URL", session.settings().get("SUGANG_AUDIT_URL"));
      return AuditCommand.execute(environment, jar, arguments.toArray(String[]::new));
    }
  }
}
