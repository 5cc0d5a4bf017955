package io.sugang.web;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One module in place of a module and all that it imports before it runs, so that a browser asks
 * once instead of once per module. Each module keeps its scope: it is a function that returns what
 * it exports. A comment before it names its file.
 */
final class JoinedModule {
  /** {@code import {a, b as c} from "x";} and the same with {@code export}. */
  private static final Pattern FROM =
      Pattern.compile(
          "(?:^|(?<=;))(import|export)\\s*\\{([^}]*)}\\s*from\\s*[\"']([^\"']+)[\"'];?",
          Pattern.MULTILINE);

  /** {@code import "x";}. */
  private static final Pattern EFFECT =
      Pattern.compile("^import\\s*[\"']([^\"']+)[\"'];?", Pattern.MULTILINE);

  /** {@code export {a as b};}, as the library has it. */
  private static final Pattern LIST =
      Pattern.compile("(?:^|(?<=[;}]))export\\s*\\{([^}]*)};?$", Pattern.MULTILINE);

  private static final Pattern DECLARED =
      Pattern.compile(
          "^export (?=(?:const|class|function|async function) (\\w+))", Pattern.MULTILINE);

  private static final Pattern ANY =
      Pattern.compile("^(?:import\\b(?!\\s*\\()|export\\b)", Pattern.MULTILINE);

  private static final Pattern AS = Pattern.compile("\\s+as\\s+");

  private final Modules modules;
  private final String entry;
  private final Map<String, String> names = new LinkedHashMap<>();
  private final Map<String, Set<String>> exports = new HashMap<>();
  private final List<String> open = new ArrayList<>();
  private final StringBuilder joined = new StringBuilder();

  private JoinedModule(String entry, Modules modules) {
    this.entry = entry;
    this.modules = modules;
  }

  /**
   * Returns the text of the joined module.
   *
   * @param entry path of the module that a document names
   * @throws SiteFault for modules that import each other in a circle, and for forms of imports and
   *     exports that are not known here
   */
  static String of(String entry, Modules modules) {
    var module = new JoinedModule(entry, modules);
    module.add(entry);
    return module.joined.toString();
  }

  private void add(String path) {
    if (names.containsKey(path)) {
      return;
    }
    if (open.contains(path)) {
      throw new SiteFault(path + ":1: imports itself through " + open);
    }
    open.add(path);
    modules.importedBy(path).forEach(this::add);
    open.remove(path);
    String name = "$" + names.size();
    names.put(path, name);
    joined.append("// ").append(path).append('\n');
    append(path, name);
  }

  private void append(String path, String name) {
    mustBeKnown(path, modules.text(path));
    String text = withLaterAddresses(path);
    var exported = new ArrayList<String>();
    text =
        FROM.matcher(text)
            .replaceAll(found -> {
              mustBeExported(path, found);
              if (found.group(1).equals("export")) {
                pairs(found).forEach((_, as) -> exported.add(as));
              }
              return Matcher.quoteReplacement(
                  "const{%s}=%s;".formatted(joined(pairs(found)), of(path, found.group(3))));
            });
    text = EFFECT.matcher(text).replaceAll("");
    text =
        LIST.matcher(text)
            .replaceAll(found -> {
              pairs(found).forEach((own, as) -> exported.add(own.equals(as) ? as : as + ":" + own));
              return "";
            });
    text =
        DECLARED
            .matcher(text)
            .replaceAll(found -> {
              exported.add(found.group(1));
              return "";
            });
    exports.put(
        path,
        exported.stream().map(one -> one.replaceFirst(":.*", "")).collect(Collectors.toSet()));
    if (path.equals(entry)) {
      joined.append(text);
    } else {
      joined
          .append("const ")
          .append(name)
          .append("=(()=>{\n")
          .append(text)
          .append("\nreturn{")
          .append(String.join(",", exported))
          .append("}})();\n");
    }
  }

  private static void mustBeKnown(String path, String text) {
    for (Matcher found = ANY.matcher(text); found.find(); ) {
      int start = found.start();
      if (Stream.of(FROM, EFFECT, LIST, DECLARED)
          .noneMatch(form -> form.matcher(text).region(start, text.length()).lookingAt())) {
        throw new SiteFault(path, text, start, "this form of an import or export cannot be joined");
      }
    }
  }

  // As a browser does with modules of their own: a name that is not exported is no undefined value.
  private void mustBeExported(String path, MatchResult found) {
    String from = Modules.resolve(path, found.group(3));
    for (String name : pairs(found).keySet()) {
      if (!exports.getOrDefault(from, Set.of()).contains(name)) {
        String text = modules.text(path);
        throw new SiteFault(
            path, text, text.indexOf(found.group(3)), from + " does not export " + name);
      }
    }
  }

  private String of(String from, String address) {
    return names.getOrDefault(Modules.resolve(from, address), "undefined");
  }

  // An address of an import is relative to the file that it stands in.
  private String withLaterAddresses(String path) {
    String up = "../".repeat((int) entry.chars().filter(character -> character == '/').count());
    String text = modules.text(path);
    return Modules.LATER
        .matcher(path.startsWith(Library.FOLDER) ? text : Comments.removedFrom(text))
        .replaceAll(found ->
            Matcher.quoteReplacement(
                "import('./%s%s')".formatted(up, Modules.resolve(path, found.group(1)))));
  }

  private static Map<String, String> pairs(MatchResult found) {
    var pairs = new LinkedHashMap<String, String>();
    String list = found.group(found.groupCount() == 1 ? 1 : 2);
    for (String one : list.strip().split("\\s*,\\s*")) {
      String[] sides = AS.split(one);
      pairs.put(sides[0], sides[sides.length - 1]);
    }
    return pairs;
  }

  private static String joined(Map<String, String> pairs) {
    return pairs.entrySet().stream()
        .map(pair ->
            pair.getKey().equals(pair.getValue())
                ? pair.getKey()
                : pair.getKey() + ":" + pair.getValue())
        .collect(Collectors.joining(","));
  }
}
