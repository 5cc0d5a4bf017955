package io.sugang.signin;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.SecretKeySpec;

/** A secret that signs tokens (HMAC-SHA-256), and the id by which a token names it. */
final class SessionKey {
  /** Length of the signature: the first half of an HMAC-SHA-256. */
  static final int SIGNATURE_BYTES = 16;

  /** Length of the id as bytes, which are four characters in a token. */
  static final int ID_BYTES = 3;

  private static final String ALGORITHM = "HmacSHA256";
  private static final int HMAC_BYTES = 32;
  private static final byte[] ID_OF = "id of this key".getBytes(StandardCharsets.US_ASCII);

  // One of each thread: making one costs more than a signature, and it remembers its key.
  private final ThreadLocal<Signer> signers;
  private final byte[] id;
  private final String idText;

  SessionKey(String secret) {
    SecretKeySpec key = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM);
    signers = ThreadLocal.withInitial(() -> new Signer(key));
    byte[] whole = new byte[HMAC_BYTES];
    // Instances with the same secret find the same id, and it tells nothing about the secret.
    new Signer(key).sign(ID_OF, ID_OF.length, whole);
    id = Arrays.copyOf(whole, ID_BYTES);
    idText = Base64.getUrlEncoder().withoutPadding().encodeToString(id);
  }

  byte[] id() {
    return id.clone();
  }

  /** Whether the token names this key. */
  boolean isNamedBy(String token, int at) {
    return token.startsWith(idText, at);
  }

  /**
   * Signs the first bytes of a text.
   *
   * @param signature of {@link #SIGNATURE_BYTES} bytes, which is filled
   */
  void sign(byte[] text, int length, byte[] signature) {
    Signer signer = signers.get();
    signer.sign(text, length, signer.whole);
    System.arraycopy(signer.whole, 0, signature, 0, SIGNATURE_BYTES);
  }

  /**
   * Returns a text of 43 characters that follows from another one, and that is random to everybody
   * without the key: the whole HMAC, in Base64 for URLs.
   */
  String derive(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    byte[] whole = new byte[HMAC_BYTES];
    signers.get().sign(bytes, bytes.length, whole);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(whole);
  }

  /** Returns the id as it stands in a signed text. */
  String idText() {
    return idText;
  }

  private static final class Signer {
    private final byte[] whole = new byte[HMAC_BYTES];
    private final Mac mac;

    Signer(SecretKeySpec key) {
      try {
        mac = Mac.getInstance(ALGORITHM);
        mac.init(key);
      } catch (GeneralSecurityException missing) {
        throw new IllegalStateException("This JVM has no " + ALGORITHM, missing);
      }
    }

    void sign(byte[] text, int length, byte[] target) {
      try {
        mac.update(text, 0, length);
        mac.doFinal(target, 0);
      } catch (ShortBufferException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
  }
}
