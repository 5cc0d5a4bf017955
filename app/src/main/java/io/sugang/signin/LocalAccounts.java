package io.sugang.signin;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Passwords without a store: the first 50 bits of HMAC-SHA-256 over the name of the account, as ten
 * characters of Base32. They are random to everybody without the secret, so they need no slow hash.
 */
final class LocalAccounts {
  private static final String ALGORITHM = "HmacSHA256";
  private static final String BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  private static final int CHARACTERS = 10;

  private final SecretKeySpec secret;

  LocalAccounts(String secret) {
    this.secret = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM);
  }

  /** Whether the password is the one of a student, in any case, and with or without hyphens. */
  boolean isOfStudent(String number, String password) {
    return isOf("student:" + number, password);
  }

  /** Whether the password is the one of a member of the staff. */
  boolean isOfStaff(String name, String password) {
    return isOf("staff:" + name, password);
  }

  private boolean isOf(String account, String password) {
    String plain = password.replace("-", "").toUpperCase(Locale.ROOT);
    return MessageDigest.isEqual(
        password(account).getBytes(StandardCharsets.UTF_8), plain.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The password of an account.
   *
   * @param account {@code student:NUMBER} or {@code staff:NAME}
   */
  String password(String account) {
    byte[] hmac;
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(secret);
      hmac = mac.doFinal(account.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException("This JVM has no " + ALGORITHM, missing);
    }
    StringBuilder password = new StringBuilder(CHARACTERS);
    long bits = ByteBuffer.wrap(hmac).getLong();
    for (int i = 0; i < CHARACTERS; i++) {
      password.append(BASE32.charAt((int) (bits >>> (Long.SIZE - 5 * (i + 1))) & 31));
    }
    return password.toString();
  }
}
