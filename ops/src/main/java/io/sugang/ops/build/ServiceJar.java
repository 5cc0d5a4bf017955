package io.sugang.ops.build;

import java.nio.file.Path;

/**
 * A build of the service: the extracted jar and its libraries in one folder.
 *
 * @param digest over the sources that it was made of
 */
public record ServiceJar(String digest, Path folder) {
  public Path jar() {
    return folder.resolve("sugang.jar");
  }
}
