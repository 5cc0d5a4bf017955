package io.sugang.lab.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The files of the repository, from whichever module the tests run in. */
final class Repository {
  static final Path ROOT = root();

  /** Folders whose documents are meant for readers of the repository; "" is the root itself. */
  private static final List<String> FOLDERS =
      List.of("", "k6", "ngrinder", "docs", "docs/decisions", "docs/spec");

  private Repository() {}

  private static Path root() {
    Path start = Path.of("").toAbsolutePath();
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve("docker-compose.yml"))) {
        return folder;
      }
    }
    throw new IllegalStateException("no docker-compose.yml in " + start + " or above it");
  }

  static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    for (String folder : FOLDERS) {
      try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
        files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(documents::add);
      }
    }
    return documents;
  }

  /** Names of the folders directly in {@code folder}. */
  static List<String> foldersIn(String folder) throws IOException {
    try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
      return files
          .filter(Files::isDirectory)
          .map(file -> file.getFileName().toString())
          .sorted()
          .toList();
    }
  }
}
