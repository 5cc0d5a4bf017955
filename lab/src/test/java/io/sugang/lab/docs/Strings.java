package io.sugang.lab.docs;

/**
 * Patterns of literals and comments in source files. They repeat no alternatives, because a long
 * literal would overflow the stack of the matcher.
 */
final class Strings {
  static final String QUOTED = "\"[^\"\\\\\\n]*+(?:\\\\.[^\"\\\\\\n]*+)*+\"";
  static final String SINGLE_QUOTED = "'[^'\\\\\\n]*+(?:\\\\.[^'\\\\\\n]*+)*+'";
  static final String BACK_QUOTED = "`[^`\\\\]*+(?:\\\\.[^`\\\\]*+)*+`";
  static final String TEXT_BLOCK = "\"\"\"[^\"\\\\]*+(?:(?:\\\\.|\"(?!\"\"))[^\"\\\\]*+)*+\"\"\"";

  static final String STARRED = "/\\*.*?\\*/";
  static final String NEVER = "(?!)";

  private Strings() {}
}
