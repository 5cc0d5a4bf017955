package io.sugang.tools.build;

import io.sugang.tools.workspace.Failure;
import java.nio.file.Files;
import java.nio.file.Path;

/** The JDK that runs this command; the launcher chose it. */
public record Jdk(Path home) {
  /** Returns the JDK of this process, or throws a failure if it has no compiler. */
  public static Jdk current() {
    var jdk = new Jdk(Path.of(System.getProperty("java.home")));
    if (!Files.isExecutable(jdk.program("javac"))) {
      throw new Failure(jdk.home + " has no compiler: a whole JDK builds the service");
    }
    return jdk;
  }

  public String java() {
    return program("java").toString();
  }

  public Path program(String name) {
    return home.resolve("bin").resolve(name);
  }
}
