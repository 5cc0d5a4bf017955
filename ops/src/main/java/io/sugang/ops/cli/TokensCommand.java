package io.sugang.ops.cli;

import io.sugang.ops.options.Range;
import io.sugang.ops.signin.Credentials;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "tokens",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Prints tokens for programs, one a line, valid for 8 hours. A program sends one as Authorization: Bearer.",
      "Without options: a token of a load driver, which may name any student. Its holder may act for all."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ./sugang tokens                       one token for a load driver",
      "  ./sugang tokens --students 1-1000     the tokens of the students with these ids",
      "  ./sugang tokens --students 7 --header   for curl -H @-, which reads the header from standard input"
    })
final class TokensCommand implements Callable<Integer> {
  /** Whose tokens. */
  enum Owner {
    LOAD,
    STUDENT
  }

  @Option(
      names = "--students",
      paramLabel = "A-B",
      description = "Tokens of the students with these ids, 7 or 1-1000.")
  private @Nullable String students;

  @Option(names = "--count", paramLabel = "N", description = "Number of tokens, from student 1 on.")
  @Range(from = 1, to = 1_000_000)
  private @Nullable Integer count;

  @Option(
      names = "--role",
      description = "${COMPLETION-CANDIDATES} (default: STUDENT with --students, otherwise LOAD).")
  private @Nullable Owner role;

  @Option(
      names = "--header",
      description =
          "Prints the header of a request in place of the token, for curl -H @-: arguments of a program are visible to other users.")
  private boolean header;

  private final Session session;

  TokensCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    String key = session.secret("SUGANG_SESSION_KEY");
    long many = count == null ? 1 : count;
    IdRange ids = students == null ? new IdRange(1, many) : IdRange.parse(students);
    boolean load = role == null ? students == null : role == Owner.LOAD;
    PrintStream out = session.console().out();
    for (long id = ids.first(); id <= ids.last(); id++) {
      String token = load ? Credentials.loadToken(key) : Credentials.studentToken(key, id);
      out.println(header ? "Authorization: Bearer " + token : token);
    }
    return 0;
  }
}
