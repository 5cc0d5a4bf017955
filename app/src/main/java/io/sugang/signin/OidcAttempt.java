package io.sugang.signin;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * One attempt to sign in at the identity provider. What it has to keep secret follows from its id
 * and the key of the sessions. So the browser that made it carries nothing secret, and every
 * instance can finish it.
 *
 * @param id that the cookie of the browser has to match
 * @param key that signed the id
 */
record OidcAttempt(String id, SessionKey key) {
  /** Returns when it began, in milliseconds since 1970. */
  long begunAt() {
    // OidcAttempts made the id, or read it by a pattern.
    return Long.parseLong(id.split("\\.")[2]);
  }

  /** Returns what the provider sends back with the browser. */
  String state() {
    return key.derive("oidc-state." + id);
  }

  /** Returns what the provider puts, hashed, into its token. */
  String nonce() {
    return key.derive("oidc-nonce." + id);
  }

  /** Returns what proves to the provider that the service which began the attempt finishes it. */
  String codeVerifier() {
    return key.derive("oidc-verifier." + id);
  }

  boolean hasState(String other) {
    return MessageDigest.isEqual(
        state().getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }
}
