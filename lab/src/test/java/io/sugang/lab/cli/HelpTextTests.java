package io.sugang.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.lab.docs.Prose;
import io.sugang.ops.cli.Session;
import io.sugang.ops.cli.Sugang;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Workspace;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;

/** Checks the sentences of {@code --help} of every command. */
class HelpTextTests {
  private static final Set<String> OF_PICOCLI = Set.of("help", "generate-completion");

  static Stream<CommandLine> commands() {
    var nowhere = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    var workspace = new Workspace(Path.of("..").toAbsolutePath().normalize(), Map.of());
    CommandLine all = new Sugang(new Session(workspace, Console.plain(nowhere, nowhere))).line();
    return Stream.concat(Stream.of(all), all.getSubcommands().values().stream())
        .filter(command -> !OF_PICOCLI.contains(command.getCommandName()));
  }

  private static List<String> problems(CommandSpec command) {
    UsageMessageSpec usage = command.usageMessage();
    List<String> texts = new ArrayList<>();
    texts.add(paragraph(List.of(usage.header())));
    texts.add(paragraph(List.of(usage.description())));
    texts.add(paragraph(List.of(usage.footer())));
    usage.exitCodeList().values().forEach(texts::add);
    Stream.of(command.options(), command.positionalParameters())
        .flatMap(Collection::stream)
        .map(ArgSpec::description)
        .map(lines -> paragraph(List.of(lines)))
        .forEach(texts::add);
    return texts.stream().flatMap(text -> Prose.problemsOfMessage(text).stream()).toList();
  }

  /** Lines that begin with blanks, such as examples, are texts of their own. */
  private static String paragraph(List<String> lines) {
    return String.join("\n", lines.stream().map(HelpTextTests::line).toList());
  }

  private static String line(String line) {
    return line.startsWith("  ") ? "- " + line.strip() : line.replace("%n", "\n\n");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyHelpKeepsTheLimitsOfProse(CommandLine command) {
    assertThat(problems(command.getCommandSpec())).isEmpty();
  }

  @Test
  void allCommandsAreChecked() {
    assertThat(commands().map(CommandLine::getCommandName))
        .contains("./sugang", "up", "rush", "verify", "bench", "chaos", "import");
  }

  @Command(
      name = "sample",
      description = {"The user is", "told the time."},
      footer = {"Examples:", "  sample --wish  a wish"},
      exitCodeListHeading = "Exit status:",
      exitCodeList = "1:nobody came")
  private static final class Sample {
    @Option(names = "--wish", description = "Beside the name.")
    private boolean wish;
  }

  @Test
  void aPhraseIsFoundInEachPartOfTheHelp() {
    assertThat(problems(new CommandLine(new Sample()).getCommandSpec()))
        .extracting(problem -> problem.replaceAll("(?s)say it otherwise: '(.*?)'.*", "$1"))
        .containsExactlyInAnyOrder("told", "wish", "nobody", "Beside");
  }
}
