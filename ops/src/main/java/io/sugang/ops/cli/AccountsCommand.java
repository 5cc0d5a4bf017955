package io.sugang.ops.cli;

import io.sugang.ops.control.MysqlAccount;
import io.sugang.ops.signin.Credentials;
import io.sugang.ops.workspace.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "accounts",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Prints student numbers and passwords of the local accounts, one student a line.",
      "A password follows from SUGANG_ACCOUNT_SECRET of .env; none is stored."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ./sugang accounts 1-20                 the students with the ids 1 to 20",
      "  ./sugang accounts --staff 이지은       the password of a member of the staff"
    })
final class AccountsCommand implements Callable<Integer> {
  private static final char UNREADABLE = '\uFFFD';

  @Parameters(
      arity = "0..1",
      paramLabel = "IDS",
      defaultValue = "1-20",
      description = "Ids of students, 7 or 1-20 (default: ${DEFAULT-VALUE}).")
  private String students = "";

  @Option(names = "--staff", paramLabel = "NAME", description = "Names of the staff instead.")
  private List<String> staff = new ArrayList<>();

  private final Session session;

  AccountsCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    String secret = session.secret("SUGANG_ACCOUNT_SECRET");
    for (String name : staff) {
      // A JVM of another locale cannot read it, and would print the password of another name.
      if (name.indexOf(UNREADABLE) >= 0) {
        throw new Failure(
            "--staff has a name that this locale cannot read; repeat it with LC_ALL=C.UTF-8");
      }
      print(name, Credentials.password(secret, "staff:" + name));
    }
    if (staff.isEmpty()) {
      IdRange ids = IdRange.parse(students);
      String numbers =
          session
              .running(session.requireRunning())
              .sql(
                  MysqlAccount.OWNER,
                  "SELECT student_number FROM sugang.student WHERE student_id BETWEEN %d AND %d ORDER BY student_id"
                      .formatted(ids.first(), ids.last()));
      numbers
          .lines()
          .forEach(number -> print(number, Credentials.password(secret, "student:" + number)));
    }
    return 0;
  }

  private void print(String name, String password) {
    session.console().out().println(name + "\t" + password);
  }
}
