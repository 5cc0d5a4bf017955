package io.sugang.ops.build;

import io.sugang.ops.workspace.Failure;
import java.nio.file.Files;
import java.nio.file.Path;

/** The JDK that runs this command; the launcher chose it. */
public record Jdk(Path home) {
  /** Set by the launcher when it runs the command line from its image, which has no compiler. */
  private static final String CONTAINER = "sugang.container";

  /** Returns the JDK of this process, or throws a failure if it has no compiler. */
  public static Jdk current() {
    var jdk = new Jdk(Path.of(System.getProperty("java.home")));
    if (!Files.isExecutable(jdk.program("javac"))) {
      throw new Failure(
          Boolean.getBoolean(CONTAINER)
              ? "this needs a JDK 25 on this machine, and none was found: install Temurin 25 or set JAVA_HOME. ./sugang up --docker needs none"
              : jdk.home + " has no compiler: building the service takes a full JDK");
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
