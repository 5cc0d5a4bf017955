package io.sugang.ops.local;

/** Versions of programs, like 1.27.3. */
final class Version {
  private static final int PARTS = 3;

  private Version() {}

  static boolean atLeast(String version, String oldest) {
    int[] has = parts(version);
    int[] needs = parts(oldest);
    for (int i = 0; i < PARTS; i++) {
      if (has[i] != needs[i]) {
        return has[i] > needs[i];
      }
    }
    return true;
  }

  private static int[] parts(String version) {
    var parts = new int[PARTS];
    String[] words = version.split("\\.");
    for (int i = 0; i < Math.min(PARTS, words.length); i++) {
      parts[i] = Integer.parseInt(words[i]);
    }
    return parts;
  }
}
