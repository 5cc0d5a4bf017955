package io.sugang.web;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The files of the page by their paths, and which module imports which. */
final class Modules {
  /** {@code import "x"}, {@code import a, {b} from "x"}, {@code export {a} from "x"}. */
  private static final Pattern STATIC =
      Pattern.compile(
          "\\b(?:import|export)\\s*(?:[\\w*${},\\s]*?\\bfrom\\s*)?[\"']([^\"'\\n]+)[\"']");

  /** {@code import("x")}. */
  static final Pattern LATER = Pattern.compile("\\bimport\\s*\\(\\s*[\"']([^\"'\\n]+)[\"']\\s*\\)");

  private final Map<String, byte[]> files;
  private final Map<String, Set<String>> eager = new TreeMap<>();
  private final Map<String, Set<String>> lazy = new TreeMap<>();
  private final Library library = new Library();

  /**
   * Reads the imports of all modules, and adds the files of the library that they name.
   *
   * @param files by paths as {@code student/main.js}
   * @throws SiteFault for an import that no browser could load from here
   */
  Modules(Map<String, byte[]> files) {
    this.files = new TreeMap<>(files);
    var unread = new ArrayDeque<>(files.keySet());
    while (!unread.isEmpty()) {
      String path = unread.remove();
      if (path.endsWith(".js")) {
        String text = text(path);
        eager.put(path, imports(path, text, STATIC, unread));
        // Types in comments name modules in the same form.
        lazy.put(path, imports(path, Comments.removedFrom(text), LATER, unread));
      }
    }
  }

  private Set<String> imports(String from, String text, Pattern form, ArrayDeque<String> unread) {
    var imported = new LinkedHashSet<String>();
    for (Matcher found = form.matcher(text); found.find(); ) {
      String address = found.group(1);
      if (!address.startsWith("./") && !address.startsWith("../")) {
        throw new SiteFault(
            from, text, found.start(), "an import begins with ./ or ../, not \"" + address + "\"");
      }
      String path = resolve(from, address);
      if (!files.containsKey(path)) {
        Optional<String> added =
            path.startsWith(Library.FOLDER) ? library.text(path) : Optional.empty();
        files.put(
            path,
            added
                .orElseThrow(
                    () -> new SiteFault(from, text, found.start(), "there is no file " + path))
                .getBytes(StandardCharsets.UTF_8));
        unread.add(path);
      }
      imported.add(path);
    }
    return imported;
  }

  /**
   * Returns the path that an address of a file means, with {@code ../} where it leaves the page.
   */
  static String resolve(String from, String address) {
    return URI.create("/" + from).resolve(address).getPath().substring(1);
  }

  /** Returns all files, those of the library too. */
  Map<String, byte[]> files() {
    return files;
  }

  String text(String path) {
    return new String(files.getOrDefault(path, new byte[0]), StandardCharsets.UTF_8);
  }

  /** Returns what a module imports before it runs, in its order. */
  Set<String> importedBy(String module) {
    return eager.getOrDefault(module, Set.of());
  }

  /** Returns the module and all that it imports before it runs, itself first. */
  Set<String> loadedWith(String module) {
    var reached = new LinkedHashSet<String>();
    var open = new ArrayDeque<>(Set.of(module));
    while (!open.isEmpty()) {
      String path = open.remove();
      if (reached.add(path)) {
        open.addAll(importedBy(path));
      }
    }
    return reached;
  }

  /**
   * Returns what a module and all that is loaded with it import later.
   *
   * @throws SiteFault for one that imports others, because those would run twice
   */
  Set<String> importedLaterBy(String module) {
    var later = new LinkedHashSet<String>();
    for (String part : loadedWith(module)) {
      later.addAll(lazy.getOrDefault(part, Set.of()));
    }
    for (String one : later) {
      if (!importedBy(one).isEmpty() || !lazy.getOrDefault(one, Set.of()).isEmpty()) {
        throw new SiteFault(one + ":1: a module that is imported later imports others");
      }
    }
    return later;
  }
}
