package io.sugang.lab.control;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** An operation as one line of a pipe: the name of its record, and its components as JSON. */
final class OperationLine {
  private static final List<Class<?>> KINDS =
      Stream.of(Operation.OnServers.class, Operation.OnParts.class)
          .<Class<?>>flatMap(kinds -> Stream.of(kinds.getPermittedSubclasses()))
          .toList();

  private OperationLine() {}

  static String write(Operation operation) {
    return operation.getClass().getSimpleName()
        + " "
        + JsonMapper.shared().writeValueAsString(operation);
  }

  /**
   * @throws IOException where the line is no operation
   */
  static Operation read(String line) throws IOException {
    int blank = line.indexOf(' ');
    String name = line.substring(0, Math.max(0, blank));
    for (Class<?> kind : KINDS) {
      if (kind.getSimpleName().equals(name)) {
        try {
          return (Operation) JsonMapper.shared().readValue(line.substring(blank + 1), kind);
        } catch (JacksonException broken) {
          throw new IOException("not an operation: " + line, broken);
        }
      }
    }
    throw new IOException("not an operation: " + line);
  }
}
