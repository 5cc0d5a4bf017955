package io.sugang.lab.local;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** A jar that extracts itself as a jar of the service does, and holds nothing else. */
final class ExtractedJar {
  private ExtractedJar() {}

  /** Extracts: {@code extract --destination FOLDER}. */
  static void main(String[] arguments) throws IOException {
    Path folder = Files.createDirectories(Path.of(arguments[2]));
    Files.writeString(folder.resolve("sugang.jar"), "extracted");
  }

  /** Writes the jar. */
  static void write(Path jar) throws IOException {
    String entry = ExtractedJar.class.getName().replace('.', '/') + ".class";
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, ExtractedJar.class.getName());
    try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        InputStream compiled =
            Objects.requireNonNull(
                ExtractedJar.class.getClassLoader().getResourceAsStream(entry))) {
      out.putNextEntry(new JarEntry(entry));
      compiled.transferTo(out);
    }
  }
}
