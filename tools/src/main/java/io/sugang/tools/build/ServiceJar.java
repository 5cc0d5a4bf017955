package io.sugang.tools.build;

import java.nio.file.Path;

/**
 * A build of the service: the extracted jar with its libraries beside it.
 *
 * @param digest over the sources that it was made of
 */
public record ServiceJar(String digest, Path folder) {
  public Path jar() {
    return folder.resolve("sugang.jar");
  }
}
