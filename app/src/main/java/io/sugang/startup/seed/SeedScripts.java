package io.sugang.startup.seed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.EncodedResource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.jdbc.datasource.init.ScriptUtils;

/** The files of {@code seed/}, in the order of their names. */
record SeedScripts(List<Resource> files) {

  static SeedScripts fromClasspath() {
    try {
      var found = new PathMatchingResourcePatternResolver().getResources("classpath:seed/*.sql");
      return new SeedScripts(
          Arrays.stream(found)
              .sorted(Comparator.comparing(file -> Objects.requireNonNull(file.getFilename())))
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void run(Connection connection) {
    for (var file : files) {
      ScriptUtils.executeSqlScript(connection, new EncodedResource(file, StandardCharsets.UTF_8));
    }
  }
}
