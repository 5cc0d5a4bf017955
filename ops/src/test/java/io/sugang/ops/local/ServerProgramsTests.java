package io.sugang.ops.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs of PATH that are too old, or not the ones meant. */
class ServerProgramsTests {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "1.30.6, 1.27.3, true",
    "9.7.4, 9, true",
    "8.4.9, 9, false",
    "1.27.2, 1.27.3, false",
    "1.9, 1.27.3, false"
  })
  void comparesVersionsByNumber(String version, String oldest, boolean enough) {
    assertThat(Version.atLeast(version, oldest)).isEqualTo(enough);
  }

  @Test
  void namesWhatIsWrongWithAProgram() throws IOException {
    assertThat(fault("mysqld", "mysqld  Ver 8.0.41 for Linux"))
        .isEqualTo("mysqld on PATH has version 8.0.41, but 9 or newer is needed");
    assertThat(fault("mysqld", "mysqld  Ver 11.4.2-MariaDB")).contains("is another program");
    assertThat(fault("mysqld", "/usr/sbin/mysqld  Ver 9.7.4-2 for Linux")).isNull();
    assertThat(fault("redis-server", "Redis server v=7.2.1 sha=0"))
        .contains("redis-server on PATH has version 7.2.1");
    assertThat(fault("nginx", "nginx version: nginx/1.27.3")).isNull();
    assertThat(ServerPrograms.fault("nginx", null)).isEqualTo("nginx is not on PATH");
  }

  private @Nullable String fault(String name, String said) throws IOException {
    return ServerPrograms.fault(name, says(name, said));
  }

  private Path says(String name, String text) throws IOException {
    Path program = folder.resolve(name);
    Files.writeString(program, "#!/bin/sh\necho '" + text + "' >&2\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return program;
  }
}
