package io.sugang.lab.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the subject of each commit names its change by a verb of engineering. */
class CommitTests {
  /** The commits after this one keep the rule. */
  private static final String LAST_WITHOUT_RULE = "1820649e53be2a415b5f461549a69f50a29d549b";

  private static final Set<String> VERBS =
      Set.of(
          ("Accept Add Answer Append Apply Assert Await Build Cache Change Check Clean Close Commit"
                  + " Compare Compute Configure Count Create Cut Declare Deduplicate Defer Delete"
                  + " Deprecate Detect Disable Document Download Drop Enable End Enforce Exclude"
                  + " Exempt Expire Export Expose Extend Extract Fail Fix Format Generate Group Guard"
                  + " Handle Harden Hide Ignore Implement Import Improve Include Increase Index"
                  + " Initialize Inline Install Introduce Invalidate Join Limit Link List Load Lock"
                  + " Log Lower Map Mark Measure Merge Migrate Model Move Normalize Open Optimize"
                  + " Order Pack Pass Permit Pin Prevent Print Prove Publish Raise Read Rebuild"
                  + " Recompute Record Recover Redirect Reduce Refactor Regenerate Reject Release"
                  + " Remove Rename Reorder Repair Rephrase Replace Report Require Reserve Reset"
                  + " Restore Restrict Retry Return Reuse Revert Rewrite Rework Run Scale Schedule"
                  + " Search Send Separate Set Share Shorten Show Simplify Skip Sort Specify Split"
                  + " Start Stop Store Stream Support Switch Synchronize Test Throttle Time Trace"
                  + " Translate Treat Trim Tune Unify Update Upgrade Use Validate Verify Wait Warn"
                  + " Wrap Write")
              .split(" "));

  private static List<String> problems(String subject) {
    List<String> problems = new ArrayList<>(Prose.problemsOfMessage(subject));
    if (!VERBS.contains(subject.split(" ", 2)[0])) {
      problems.add("begin with a verb such as Add, Fix, Move or Remove: " + subject);
    }
    return problems;
  }

  @Test
  void subjectsNameTheirChange() throws IOException, InterruptedException {
    assumeTrue(
        git("cat-file", "-e", LAST_WITHOUT_RULE + "^{commit}").isPresent(),
        "no Git, no repository, or a shallow clone without commit " + LAST_WITHOUT_RULE);
    List<String> subjects =
        git("log", "--no-merges", "--format=%s", LAST_WITHOUT_RULE + "..HEAD")
            .orElseThrow()
            .lines()
            .toList();
    assertThat(subjects).hasSizeGreaterThan(100);
    assertThat(subjects.stream().flatMap(subject -> problems(subject).stream())).isEmpty();
  }

  /** Returns what Git prints; empty where it fails or is not installed. */
  private static Optional<String> git(String... arguments)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of("git", "-C", Repository.ROOT.toString(), "--no-pager"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.DISCARD);
    // A partial clone would ask its remote for a missing commit.
    builder.environment().put("GIT_NO_LAZY_FETCH", "1");
    Process process;
    try {
      process = builder.start();
    } catch (IOException notInstalled) {
      return Optional.empty();
    }
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    return process.waitFor() == 0 ? Optional.of(printed) : Optional.empty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Say what an idle instance costs",
        "Let nothing wait in the request loop",
        "Mend a flaky test",
        "Fixed a test",
        "wip",
        "Add a window that was put off"
      })
  void otherSubjectsAreFound(String subject) {
    assertThat(problems(subject)).hasSize(1);
  }

  @Test
  void aVerbOfEngineeringPasses() {
    assertThat(problems("Reject a claim of a full course without a lock")).isEmpty();
  }
}
