package io.sugang.ops.importer;

/**
 * A value that the import does not take.
 *
 * @param line of the file, from 1; 1 is the head
 * @param allowed what the column takes
 */
record BadLine(String file, long line, String column, String value, String allowed) {
  @Override
  public String toString() {
    return "%s:%d  %s  \"%s\"  allowed: %s".formatted(file, line, column, value, allowed);
  }
}
