package io.sugang.ops.signin;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes session tokens and passwords of local accounts. The service reads the same formats with
 * code of its own ({@code io.sugang.signin}); a test of the service compares both.
 */
public final class Credentials {
  /** The time for which a token is valid: as long as a session may last. */
  public static final Duration VALID = Duration.ofHours(8);

  private static final String ALGORITHM = "HmacSHA256";
  private static final String BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  private static final int PASSWORD_LENGTH = 10;
  private static final int KEY_ID_BYTES = 3;
  private static final int SIGNATURE_BYTES = 16;
  private static final SecureRandom RANDOM = new SecureRandom();

  private Credentials() {}

  /** Returns whether the value of {@code SUGANG_SIGN_IN} makes requests need a session. */
  public static boolean required(String signIn) {
    return signIn.equals("required");
  }

  /** Returns a token that may name any student. */
  public static String loadToken(String sessionKey) {
    return token(sessionKey, SessionRole.LOAD, 0);
  }

  /** Returns a token of one student. */
  public static String studentToken(String sessionKey, long studentId) {
    return token(sessionKey, SessionRole.STUDENT, studentId);
  }

  /** Returns a token of a member of the staff with the role REGISTRAR. */
  public static String registrarToken(String sessionKey, long staffId) {
    return token(sessionKey, SessionRole.REGISTRAR, staffId);
  }

  /**
   * Returns the headers with which a load driver may name any student.
   *
   * @param environment of the tools: {@code SUGANG_SIGN_IN} and {@code SUGANG_SESSION_KEY}
   * @return no headers unless sign-in is required
   */
  public static Map<String, String> headers(Map<String, String> environment) {
    String key = environment.getOrDefault("SUGANG_SESSION_KEY", "");
    return required(environment.getOrDefault("SUGANG_SIGN_IN", "")) && !key.isEmpty()
        ? Map.of("Authorization", "Bearer " + loadToken(key))
        : Map.of();
  }

  /**
   * Returns the password of a local account.
   *
   * @param account {@code student:NUMBER} or {@code staff:NAME}
   */
  public static String password(String accountSecret, String account) {
    long bits = ByteBuffer.wrap(hmac(accountSecret, account)).getLong();
    var password = new StringBuilder(PASSWORD_LENGTH);
    for (int i = 1; i <= PASSWORD_LENGTH; i++) {
      password.append(BASE32.charAt((int) (bits >>> (Long.SIZE - 5 * i)) & 31));
    }
    return password.toString();
  }

  /**
   * Returns a token that begins now.
   *
   * @param subject the student or the member of the staff; 0 for a load driver
   */
  public static String token(String sessionKey, SessionRole role, long subject) {
    return token(sessionKey, role, subject, Instant.now().plus(VALID));
  }

  /** Returns a token that ends at a time. It began {@link #VALID} earlier. */
  public static String token(String sessionKey, SessionRole role, long subject, Instant end) {
    byte[] payload =
        ByteBuffer.allocate(KEY_ID_BYTES + 1 + 4 * Long.BYTES)
            .put(hmac(sessionKey, "id of this key"), 0, KEY_ID_BYTES)
            .put(role.code())
            .putLong(subject)
            .putLong(RANDOM.nextLong())
            .putLong(end.minus(VALID).toEpochMilli())
            .putLong(end.toEpochMilli())
            .array();
    String signed = "v1." + text(payload);
    return signed + "." + text(Arrays.copyOf(hmac(sessionKey, signed), SIGNATURE_BYTES));
  }

  private static String text(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static byte[] hmac(String secret, String text) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException("This JVM has no " + ALGORITHM, missing);
    }
  }
}
