package io.sugang.ops.cli;

import io.sugang.ops.control.MysqlAccount;
import io.sugang.ops.local.NginxServer;
import io.sugang.ops.signin.Credentials;
import io.sugang.ops.workspace.Settings;
import java.util.ArrayList;
import java.util.List;

/** The addresses of the page, and one local account to try on each. */
final class PageAccounts {
  private static final String STUDENT =
      "SELECT student_number FROM sugang.student ORDER BY student_id LIMIT 1";
  // Two of the staff may share a name, and then neither can sign in with it.
  private static final String STAFF =
      "SELECT name FROM sugang.staff GROUP BY name HAVING COUNT(*) = 1 AND MIN(role) = 'REGISTRAR'"
          + " ORDER BY MIN(staff_id) LIMIT 1";

  private final Session session;
  private final Mode mode;

  PageAccounts(Session session, Mode mode) {
    this.session = session;
    this.mode = mode;
  }

  List<String> lines(String url) {
    var lines = new ArrayList<String>();
    lines.add("  page       %s/%s".formatted(url, account("student:", STUDENT)));
    lines.add("  desk       %s/desk%s".formatted(url, account("staff:", STAFF)));
    return lines;
  }

  // A page that other machines reach has no password in a terminal, which may be a log.
  private String account(String kind, String sql) {
    Settings settings = session.settings();
    String secret = settings.get("SUGANG_ACCOUNT_SECRET");
    if (secret.isEmpty() || NginxServer.address(settings).equals("0.0.0.0")) {
      return "";
    }
    String name = session.running(mode).sql(MysqlAccount.OWNER, sql).strip();
    return name.isEmpty()
        ? ""
        : "      sign in as %s with %s".formatted(name, Credentials.password(secret, kind + name));
  }
}
