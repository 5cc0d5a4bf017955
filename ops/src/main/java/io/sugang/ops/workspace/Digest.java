package io.sugang.ops.workspace;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A short SHA-256 over texts and bytes. */
public final class Digest {
  private static final int LENGTH = 16;

  private final MessageDigest sha256 = sha256();

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException(missing);
    }
  }

  /** Adds a line. */
  public Digest line(String text) {
    return add((text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  public Digest add(byte[] bytes) {
    sha256.update(bytes);
    return this;
  }

  /** Returns its first 16 digits. */
  public String text() {
    return HexFormat.of().formatHex(sha256.digest()).substring(0, LENGTH);
  }

  public static String of(String text) {
    return new Digest().add(text.getBytes(StandardCharsets.UTF_8)).text();
  }
}
