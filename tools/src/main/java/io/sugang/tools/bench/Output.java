package io.sugang.tools.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The files that a call of the command leaves. */
final class Output {
  static final String JSON = "results.json";
  static final String TABLES = "tables.md";

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private Output() {}

  /** Writes them anew; the folder is made if need be. */
  static void write(Results results, Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve(JSON), MAPPER.writeValueAsString(results) + "\n");
    Files.writeString(folder.resolve(TABLES), Tables.markdown(results));
  }
}
