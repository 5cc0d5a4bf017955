package io.sugang.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * The page as NGINX serves it: each HTML file of the source at its path, and what it needs below
 * {@code page/HASH/}, where HASH is over names and contents. An address there never has other
 * contents, so a browser keeps it for good. Each file lies there once more as gzip. All modules
 * that a document needs at once are one file, and so are its styles.
 */
public final class Site {
  private static final int HASH_DIGITS = 16;

  private final Map<String, byte[]> files = new TreeMap<>();
  private final Map<String, Set<String>> needed = new TreeMap<>();
  private final String folder;

  /**
   * Reads and checks the files of the page.
   *
   * @param source the folder {@code web/src}
   * @throws SiteFault for a file that a browser could not load, or that the page's policy refuses
   */
  public Site(Path source) {
    var modules = new Modules(read(source));
    var documents = new TreeMap<String, Document>();
    modules.files().keySet().stream()
        .filter(Site::isDocument)
        .forEach(name -> documents.put(name, new Document(name, modules)));
    var assets = new TreeMap<String, byte[]>();
    var assetsOf = new TreeMap<String, Set<String>>();
    documents.forEach((name, document) -> {
      Map<String, byte[]> own = document.files();
      own.forEach((path, content) -> {
        byte[] other = assets.put(path, content);
        if (other != null && !Arrays.equals(other, content)) {
          throw new SiteFault(path + ":1: two documents need it with other contents");
        }
      });
      assetsOf.put(name, own.keySet());
    });
    folder = "page/" + digest(assets) + "/";
    assets.forEach((path, content) -> files.put(folder + path, content));
    documents.forEach((name, document) -> {
      String text = document.withAddresses("/" + folder);
      files.put(name, text.getBytes(StandardCharsets.UTF_8));
    });
    assetsOf.forEach((name, own) ->
        needed.put(name, own.stream().map(folder::concat).collect(Collectors.toSet())));
  }

  private static boolean isDocument(String path) {
    return path.endsWith(".html");
  }

  private static Map<String, byte[]> read(Path source) {
    try (Stream<Path> below = Files.walk(source)) {
      var files = new TreeMap<String, byte[]>();
      for (Path file : below.filter(Files::isRegularFile).toList()) {
        files.put(source.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
      }
      return files;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Returns the digest over names and contents of all files, the documents too. */
  public String digest() {
    return digest(files);
  }

  private static String digest(Map<String, byte[]> files) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      files.forEach((path, content) -> {
        digest.update((path + '\0' + content.length + '\0').getBytes(StandardCharsets.UTF_8));
        digest.update(content);
      });
      return HexFormat.of().formatHex(digest.digest()).substring(0, HASH_DIGITS);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Returns the path of a file of the source, as {@code student/main.js}, in the site. */
  public String path(String file) {
    return folder + file;
  }

  /**
   * Returns the bytes of gzip that each file takes which a browser may load for a document. These
   * are the document, its styles, its icon, and all modules, also those that are imported later.
   *
   * @param document as {@code desk/index.html}
   */
  public Map<String, Integer> sizes(String document) {
    var sizes = new TreeMap<String, Integer>();
    for (String path : Stream.concat(Stream.of(document), needed(document).stream()).toList()) {
      sizes.put(path, gzip(files.getOrDefault(path, new byte[0])).length);
    }
    return sizes;
  }

  private Set<String> needed(String document) {
    Set<String> paths = needed.get(document);
    if (paths == null) {
      throw new IllegalArgumentException(document + " is none of " + needed.keySet());
    }
    return paths;
  }

  /** Writes the site into a folder that does not exist: whole or not at all. */
  public void write(Path target) {
    Path partial = target.resolveSibling(target.getFileName() + ".partial");
    try {
      delete(partial);
      for (var file : files.entrySet()) {
        Path path = partial.resolve(file.getKey());
        Files.createDirectories(path.getParent());
        Files.write(path, file.getValue());
        Files.write(path.resolveSibling(path.getFileName() + ".gz"), gzip(file.getValue()));
      }
      Files.move(partial, target);
    } catch (IOException denied) {
      throw new UncheckedIOException(denied);
    }
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> below = Files.walk(folder)) {
      for (Path path : below.sorted((one, other) -> other.compareTo(one)).toList()) {
        Files.delete(path);
      }
    }
  }

  private static byte[] gzip(byte[] content) {
    var bytes = new ByteArrayOutputStream();
    try (var gzip =
        new GZIPOutputStream(bytes) {
          {
            def.setLevel(Deflater.BEST_COMPRESSION);
          }
        }) {
      gzip.write(content);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  /** Lays the page out: {@code java io.sugang.web.Site SOURCE TARGET}. */
  public static void main(String... args) {
    if (args.length != 2) {
      System.err.println("usage: Site SOURCE TARGET");
      System.exit(2);
    }
    try {
      new Site(Path.of(args[0])).write(Path.of(args[1]));
    } catch (SiteFault fault) {
      System.err.println(fault.getMessage());
      System.exit(1);
    }
  }
}
