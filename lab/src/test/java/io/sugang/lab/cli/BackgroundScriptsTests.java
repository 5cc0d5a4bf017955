package io.sugang.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import io.sugang.ops.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts of {@code ./sugang test}, alone and in the background. */
class BackgroundScriptsTests {
  @TempDir private Path folder;

  private Workspace workspace;

  @BeforeEach
  void workspace() {
    workspace = new Workspace(folder, Map.of());
    Workspace.folder(workspace.logs());
  }

  private void script(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private ScriptRun run(String name) throws IOException, InterruptedException {
    return ScriptRun.of(workspace, name, List.of(), Map.of("PLACE", "here"), true, _ -> {});
  }

  @Test
  void aScriptSeesTheVariablesAndItsOutputIsKept() throws Exception {
    script("k6/test", "echo \"$PLACE\"; echo wrong >&2; echo '3 passed, 1 failed'; exit 1\n");
    var live = new ArrayList<String>();
    ScriptRun run =
        ScriptRun.of(workspace, "k6/test", List.of(), Map.of("PLACE", "here"), false, live::add);
    assertThat(run.status()).isOne();
    assertThat(run.lines()).containsExactly("here", "wrong", "3 passed, 1 failed").isEqualTo(live);
    assertThat(run.lastLine()).isEqualTo("3 passed, 1 failed");
    assertThat(workspace.log("test-k6.log")).hasContent("here\nwrong\n3 passed, 1 failed\n");
  }

  @Test
  void scriptsRunOneAfterAnotherInTheirOrder() throws Exception {
    script("a/test", "sleep 0.2; echo a >>\"%s\"\n".formatted(folder.resolve("order")));
    script("b/test", "echo b >>\"%s\"\n".formatted(folder.resolve("order")));
    try (var scripts = new BackgroundScripts(List.of("a/test", "b/test"), this::run)) {
      assertThat(scripts.results())
          .extracting(ScriptRun::script)
          .containsExactly("a/test", "b/test");
    }
    assertThat(folder.resolve("order")).hasContent("a\nb\n");
  }

  @Test
  void aScriptThatIsNotThereIsNoPass() {
    BackgroundScripts.ScriptRunner runner =
        name -> ScriptRun.of(workspace, name, List.of(), Map.of(), false, _ -> {});
    try (var scripts = new BackgroundScripts(List.of("missing/test"), runner)) {
      assertThatIOException()
          .isThrownBy(scripts::results)
          .withRootCauseInstanceOf(IOException.class);
    }
  }

  @Test
  void whatStillRunsEndsWithTheCommand() throws Exception {
    Path pid = folder.resolve("pid");
    script("slow/test", "echo $$ >\"%s\"; exec sleep 60\n".formatted(pid));
    long script;
    try (var _ = new BackgroundScripts(List.of("slow/test", "never/test"), this::run)) {
      await().until(() -> Files.exists(pid) && Files.size(pid) > 1);
      script = Long.parseLong(Files.readString(pid).strip());
    }
    await().until(() -> !ProcessHandle.of(script).map(ProcessHandle::isAlive).orElse(false));
  }
}
