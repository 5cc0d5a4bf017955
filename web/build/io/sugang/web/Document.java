package io.sugang.web;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An HTML file of the page, whose policy allows neither inline scripts nor inline styles. */
final class Document {
  private static final Pattern INLINE =
      Pattern.compile(
          "<style\\b|<base\\b|<script\\b(?![^>]*\\ssrc=)|\\s(?:style|on[a-z]+)\\s*=|javascript:",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern STYLE =
      Pattern.compile("[ \\t]*<link rel=\"stylesheet\" href=\"([^\"]*)\">\\n?");
  private static final Pattern ADDRESS =
      Pattern.compile("\\b(href|src)=\"([^\"]*)\"", Pattern.CASE_INSENSITIVE);

  private final String name;
  private final String text;
  private final Modules modules;
  private final Set<String> named = new LinkedHashSet<>();
  private final List<String> styles;

  /**
   * Reads a document.
   *
   * @throws SiteFault for what the policy of the page refuses, and for files that do not exist
   */
  Document(String name, Modules modules) {
    this.name = name;
    this.text = modules.text(name);
    this.modules = modules;
    Matcher inline = INLINE.matcher(text);
    if (inline.find()) {
      throw new SiteFault(
          name, text, inline.start(), "the policy of the page refuses " + inline.group().strip());
    }
    for (Matcher found = ADDRESS.matcher(text); found.find(); ) {
      String address = found.group(2);
      if (!address.startsWith("./") && !address.startsWith("../")) {
        throw new SiteFault(
            name, text, found.start(), "an address begins with ./ or ../, not \"" + address + "\"");
      }
      String path = Modules.resolve(name, address);
      if (!modules.files().containsKey(path)) {
        throw new SiteFault(name, text, found.start(), "there is no file " + path);
      }
      named.add(path);
    }
    styles = named.stream().filter(path -> path.endsWith(".css")).toList();
  }

  /** Returns the document with the addresses of its files. */
  String withAddresses(String folder) {
    String last = styles.isEmpty() ? "" : styles.getLast();
    String oneStyle =
        STYLE
            .matcher(text)
            .replaceAll(
                found -> Modules.resolve(name, found.group(1)).equals(last) ? found.group() : "");
    return ADDRESS
        .matcher(oneStyle)
        .replaceAll(found ->
            "%s=\"%s%s\"".formatted(found.group(1), folder, Modules.resolve(name, found.group(2))));
  }

  /**
   * Returns all files that a browser may load for this document, as they are served. These are each
   * script with what it imports, all styles as one, what is imported later, and the rest as it is.
   */
  Map<String, byte[]> files() {
    var files = new LinkedHashMap<String, byte[]>();
    for (String path : named) {
      if (path.endsWith(".js")) {
        files.put(path, bytes(JoinedModule.of(path, modules)));
        for (String later : modules.importedLaterBy(path)) {
          files.put(later, bytes(Comments.removedFrom(modules.text(later))));
        }
      } else if (!path.endsWith(".css")) {
        files.put(path, modules.files().getOrDefault(path, new byte[0]));
      }
    }
    if (!styles.isEmpty()) {
      var joined = new StringBuilder();
      styles.forEach(path -> joined.append(Comments.removedFromStyle(modules.text(path))));
      files.put(styles.getLast(), bytes(joined.toString()));
    }
    return files;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
