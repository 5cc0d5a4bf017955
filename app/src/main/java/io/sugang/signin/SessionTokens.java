package io.sugang.signin;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Makes and reads tokens of 74 characters: {@code v1.PAYLOAD.SIGNATURE}, both in Base64 for URLs.
 * The payload has 36 bytes: the id of the key, the role, and subject, session id, sign-in and
 * expiry in 8 bytes each, most significant first. The signature covers everything before it.
 *
 * <p>A read costs about 1 µs and one object. It compares the signature as text, so each session has
 * one spelling, and it decodes nothing that is not genuine.
 */
final class SessionTokens {
  private static final String PREFIX = "v1.";
  private static final int PAYLOAD_BYTES = SessionKey.ID_BYTES + SessionToken.BYTES;
  private static final int PAYLOAD = 48;
  private static final int SIGNED = PREFIX.length() + PAYLOAD;
  private static final int SIGNATURE = 22;

  /** Number of characters of every token. */
  static final int LENGTH = SIGNED + 1 + SIGNATURE;

  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
  private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

  private final SessionKey current;
  private final @Nullable SessionKey previous;
  private final ThreadLocal<Scratch> scratches = ThreadLocal.withInitial(Scratch::new);

  /**
   * @param current signs new tokens
   * @param previous signed tokens that are still valid; null where there is none
   */
  SessionTokens(SessionKey current, @Nullable SessionKey previous) {
    this.current = current;
    this.previous = previous;
  }

  /** Makes the token of a session. */
  String write(SessionToken session) {
    ByteBuffer payload = ByteBuffer.allocate(PAYLOAD_BYTES).put(current.id());
    session.write(payload);
    String signed = PREFIX + ENCODER.encodeToString(payload.array());
    byte[] signature = new byte[SessionKey.SIGNATURE_BYTES];
    current.sign(signed.getBytes(StandardCharsets.US_ASCII), SIGNED, signature);
    return signed + "." + ENCODER.encodeToString(signature);
  }

  /**
   * Reads a token, which may be any text.
   *
   * @param now in milliseconds since 1970
   */
  TokenCheck read(String token, long now) {
    if (token.length() != LENGTH || !token.startsWith(PREFIX) || token.charAt(SIGNED) != '.') {
      return TokenCheck.NotValid.INVALID;
    }
    SessionKey key = keyOf(token);
    Scratch scratch = scratches.get();
    if (key == null || !scratch.take(token) || !scratch.isSignedBy(key)) {
      return TokenCheck.NotValid.INVALID;
    }
    TokenCheck read = scratch.session();
    return read instanceof SessionToken session && session.expiresAt() <= now
        ? TokenCheck.NotValid.EXPIRED
        : read;
  }

  private @Nullable SessionKey keyOf(String token) {
    if (current.isNamedBy(token, PREFIX.length())) {
      return current;
    }
    SessionKey older = previous;
    return older != null && older.isNamedBy(token, PREFIX.length()) ? older : null;
  }

  /** Buffers of one thread, so that a read leaves no garbage but the session. */
  private static final class Scratch {
    private final byte[] text = new byte[SIGNED];
    private final byte[] shown = new byte[SIGNATURE];
    private final byte[] signature = new byte[SessionKey.SIGNATURE_BYTES];
    private final byte[] expected = new byte[SIGNATURE];
    private final byte[] encoded = new byte[PAYLOAD];
    private final byte[] payload = new byte[PAYLOAD_BYTES];
    private final ByteBuffer fields = ByteBuffer.wrap(payload);

    boolean take(String token) {
      return copy(token, 0, text) && copy(token, SIGNED + 1, shown);
    }

    private static boolean copy(String token, int from, byte[] target) {
      for (int i = 0; i < target.length; i++) {
        char character = token.charAt(from + i);
        if (character > 127) {
          return false;
        }
        target[i] = (byte) character;
      }
      return true;
    }

    boolean isSignedBy(SessionKey key) {
      key.sign(text, SIGNED, signature);
      ENCODER.encode(signature, expected);
      return MessageDigest.isEqual(expected, shown);
    }

    TokenCheck session() {
      System.arraycopy(text, PREFIX.length(), encoded, 0, PAYLOAD);
      DECODER.decode(encoded, payload);
      return SessionToken.read(fields.position(SessionKey.ID_BYTES));
    }
  }
}
