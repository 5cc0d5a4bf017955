package io.sugang.lab.k6;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.ops.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which k6 is taken, and how its image runs. */
class K6Tests {
  private static final String URL = "http://127.0.0.1:8081";

  @TempDir private Path folder;

  @Test
  void aK6OnPathGoesFirst() throws IOException {
    Path built = program(folder.resolve(".sugang/k6/" + K6.VERSION + "/k6"), "k6 v" + K6.VERSION);
    Path onPath = folder.resolve("bin/k6");

    program(onPath, "k6 v1.8.1 (go1.26.8, linux/amd64)");
    assertThat(K6.version(onPath)).isEqualTo("1.8.1");
    assertThat(found(onPath)).isEqualTo(onPath.toString());

    program(onPath, "k6 v2.0.0 (commit/abc, go1.26.8, linux/amd64)");
    assertThat(found(onPath)).isEqualTo(built.toString());

    program(onPath, "something else");
    assertThat(found(onPath)).isEqualTo(built.toString());

    Files.delete(built);
    assertThat(found(onPath)).isNull();
  }

  @Test
  void withoutAnyItNamesWhatHelps() {
    assertThat(K6.missing("").message())
        .contains("put k6 1.x on PATH", "image grafana/k6:" + K6.VERSION, "install Go");
  }

  @Test
  void theImageReachesNginx() {
    K6 docker = K6.ofImage(workspace(), URL, "course");
    assertThat(String.join(" ", docker.command()))
        .endsWith("--network course_front grafana/k6:" + K6.VERSION);
    assertThat(docker.target()).isEqualTo("http://nginx:8080");
    assertThat(docker.scripts()).isEqualTo("/k6");

    K6 local = K6.ofImage(workspace(), URL, null);
    Path load = folder.resolve(".sugang/load");
    assertThat(String.join(" ", local.command())).contains("-v " + load + ":" + load);
    assertThat(local.command())
        .contains("GOMAXPROCS")
        .containsAll(K6.reportInto(load.resolve("report.html")).keySet());
    if (System.getProperty("os.name").equals("Linux")) {
      assertThat(String.join(" ", local.command()))
          .endsWith("--network host grafana/k6:" + K6.VERSION);
      assertThat(local.target()).isEqualTo(URL);
    }
  }

  private @Nullable String found(Path onPath) {
    K6 k6 = K6.find(workspace(), URL, onPath);
    return k6 == null ? null : k6.command().getFirst();
  }

  private Workspace workspace() {
    return new Workspace(folder, Map.of());
  }

  private static Path program(Path file, String says) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\necho '" + says + "'\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }
}
