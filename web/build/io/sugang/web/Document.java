package io.sugang.web;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An HTML file of the page, whose policy allows neither inline scripts nor inline styles. */
final class Document {
  private static final Pattern INLINE =
      Pattern.compile(
          "<style\\b|<base\\b|<script\\b(?![^>]*\\ssrc=)|\\s(?:style|on[a-z]+)\\s*=|javascript:",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern ADDRESS =
      Pattern.compile("\\b(href|src)=\"([^\"]*)\"", Pattern.CASE_INSENSITIVE);

  private final String name;
  private final String text;
  private final Modules modules;
  private final Set<String> named = new LinkedHashSet<>();

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
    if (!text.contains("</head>")) {
      throw new SiteFault(name, text, 0, "there is no </head>");
    }
  }

  /**
   * Returns the document with the addresses of its files, and what they import, to fetch at once.
   */
  String withAddresses(String folder) {
    var preload = new LinkedHashSet<String>();
    named.stream()
        .filter(path -> path.endsWith(".js"))
        .flatMap(path -> modules.loadedWith(path).stream())
        .filter(path -> !named.contains(path))
        .forEach(preload::add);
    var links = new StringBuilder();
    for (String path : preload) {
      links
          .append("<link rel=\"modulepreload\" href=\"")
          .append(folder)
          .append(path)
          .append("\">\n");
    }
    return ADDRESS
        .matcher(text)
        .replaceAll(found ->
            "%s=\"%s%s\"".formatted(found.group(1), folder, Modules.resolve(name, found.group(2))))
        .replace("</head>", links + "</head>");
  }

  /** Returns all files that a browser may load for this document, without itself. */
  Set<String> files() {
    var all = new LinkedHashSet<String>();
    named.forEach(path -> all.addAll(modules.reachableFrom(path)));
    return all;
  }
}
