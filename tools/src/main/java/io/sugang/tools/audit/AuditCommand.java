package io.sugang.tools.audit;

import io.sugang.tools.workspace.Failure;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * {@code ./sugang audit}: whether a library of this jar or of the page has a known vulnerability.
 */
@Command(
    name = "audit",
    description = {
      "Asks a vulnerability database about every library of the jar and of the page, as their SBOMs list them."
    },
    mixinStandardHelpOptions = true,
    exitCodeOnExecutionException = 2,
    version = "1.0.0",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:the database knows of no vulnerability",
      "1:it knows of some",
      "2:unknown: it did not answer for each library, or the call was wrong"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  SUGANG_AUDIT_URL=https://osv.example.org ./sugang audit",
      "  ./sugang audit                                      with the address in .env",
      "",
      "Environment:",
      "  SUGANG_AUDIT_URL  address of an OSV API, without /v1"
    })
public final class AuditCommand implements Callable<Integer> {
  private static final int NONE = 0;
  private static final int VULNERABLE = 1;
  private static final int UNKNOWN = 2;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Map<String, String> environment;

  private final @Nullable Path jar;

  public AuditCommand(Map<String, String> environment) {
    this(environment, null);
  }

  private AuditCommand(Map<String, String> environment, @Nullable Path jar) {
    this.environment = environment;
    this.jar = jar;
  }

  /** Audits the libraries of a jar of the service, printing to the terminal. */
  public static int execute(Map<String, String> environment, Path jar, String... args) {
    return execute(
        new AuditCommand(environment, jar),
        new PrintWriter(System.out, true),
        new PrintWriter(System.err, true),
        args);
  }

  static int execute(
      Map<String, String> environment, PrintWriter out, PrintWriter err, String... args) {
    return execute(new AuditCommand(environment), out, err, args);
  }

  private static int execute(
      AuditCommand command, PrintWriter out, PrintWriter err, String... args) {
    return new CommandLine(command)
        .setOut(out)
        .setErr(err)
        .setParameterExceptionHandler((wrong, _) -> {
          err.println(wrong.getMessage() + " (./sugang audit --help)");
          return UNKNOWN;
        })
        .setExecutionExceptionHandler((problem, _, _) -> {
          err.println("UNKNOWN: " + (problem instanceof Failure ? problem.getMessage() : problem));
          return UNKNOWN;
        })
        .execute(args);
  }

  @Override
  public Integer call() {
    URI address = address();
    var libraries = new ArrayList<>(jar == null ? Libraries.ofThisJar() : Libraries.of(jar));
    libraries.addAll(Libraries.ofPage());
    SortedMap<String, SortedSet<String>> found =
        new VulnerabilityDatabase(address).vulnerabilitiesOf(libraries);
    PrintWriter out = spec.commandLine().getOut();
    found.forEach((library, ids) -> out.println(library + "  " + String.join(" ", ids)));
    out.printf(
        found.isEmpty()
            ? "NONE KNOWN in %d libraries (%s)%n"
            : "VULNERABLE: %3$d of %1$d libraries (%2$s)%n",
        libraries.size(),
        address,
        found.size());
    return found.isEmpty() ? NONE : VULNERABLE;
  }

  private URI address() {
    String text = environment.getOrDefault("SUGANG_AUDIT_URL", "").replaceFirst("/+$", "");
    if (text.isEmpty()) {
      throw new Failure(
          "no vulnerability database was asked; set SUGANG_AUDIT_URL to the address of an OSV API");
    }
    if (!text.matches("https?://[^/].*")) {
      throw new Failure("SUGANG_AUDIT_URL is no http address: " + text);
    }
    try {
      return URI.create(text);
    } catch (IllegalArgumentException wrong) {
      throw new Failure("SUGANG_AUDIT_URL is no address: " + text);
    }
  }
}
