package io.sugang.lab.docs;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The source files of the repository, with the syntax of their comments. */
final class Sources {
  private static final Map<String, Comments> BY_EXTENSION =
      Map.ofEntries(
          Map.entry("java", Comments.JAVA),
          Map.entry("groovy", Comments.JAVA),
          Map.entry("part", Comments.JAVA),
          Map.entry("css", Comments.JAVA),
          Map.entry("c", Comments.JAVA),
          Map.entry("js", Comments.JAVASCRIPT),
          Map.entry("go", Comments.JAVASCRIPT),
          Map.entry("lua", Comments.LUA),
          Map.entry("sql", Comments.SQL),
          Map.entry("tla", Comments.TLA),
          Map.entry("sh", Comments.HASH),
          Map.entry("yml", Comments.HASH),
          Map.entry("conf", Comments.HASH),
          Map.entry("cnf", Comments.HASH),
          Map.entry("acl", Comments.HASH),
          Map.entry("properties", Comments.HASH),
          Map.entry("template", Comments.HASH));

  private static final Set<String> NOT_OURS = Set.of(".git", ".sugang", ".idea", "target");

  // A migration never changes, because Flyway compares its checksum; web/src/lib is third-party.
  private static final Set<Path> FIXED =
      Set.of(
          Repository.ROOT.resolve("app/src/main/resources/db/migration"),
          Repository.ROOT.resolve("web/src/lib"));

  private Sources() {}

  /** Returns how comments are written in a file; empty for a file without a known syntax. */
  static Optional<Comments> syntax(Path file) throws IOException {
    String name = String.valueOf(file.getFileName());
    int dot = name.lastIndexOf('.');
    if (dot >= 0) {
      return Optional.ofNullable(BY_EXTENSION.get(name.substring(dot + 1)));
    }
    return name.equals("Dockerfile") || isScript(file)
        ? Optional.of(Comments.HASH)
        : Optional.empty();
  }

  private static boolean isScript(Path file) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      String first = lines.readLine();
      return first != null && first.startsWith("#!") && first.endsWith("sh");
    } catch (MalformedInputException binary) {
      return false;
    }
  }

  /** Returns all source files but migrations and libraries. */
  static Map<Path, Comments> all() throws IOException {
    Map<Path, Comments> sources = new TreeMap<>();
    Files.walkFileTree(
        Repository.ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return FIXED.contains(folder) || NOT_OURS.contains(String.valueOf(folder.getFileName()))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (attributes.isRegularFile()) {
              syntax(file).ifPresent(comments -> sources.put(file, comments));
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return sources;
  }
}
