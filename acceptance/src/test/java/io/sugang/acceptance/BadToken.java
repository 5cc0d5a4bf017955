package io.sugang.acceptance;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A request's headers that prove no session.
 *
 * @param headers lines with their ends
 * @param status with which a protected operation answers
 * @param code of that answer; empty when it is NGINX's own
 */
record BadToken(String what, String headers, int status, String code) {
  private static final String SAME_ORIGIN = "Sec-Fetch-Site: same-origin\r\n";
  private static final int SIGNATURE_AT = 51;

  /**
   * All kinds of them, in the header and in the cookie.
   *
   * @param own student whose valid token they were made from
   * @param other student for whom they would like to act
   */
  static List<BadToken> all(long own, long other) {
    String valid = Sessions.token(own);
    String others = Sessions.tokenOfAnotherKey(other);
    String forged = others.substring(0, SIGNATURE_AT) + valid.substring(SIGNATURE_AT);
    List<BadToken> tokens = new ArrayList<>();
    both(tokens, "empty", "");
    both(tokens, "a word", "null");
    both(tokens, "the prefix alone", "v1.");
    both(tokens, "cut by one character", valid.substring(0, valid.length() - 1));
    both(tokens, "half", valid.substring(0, valid.length() / 2));
    both(tokens, "longer by one character", valid + "A");
    both(tokens, "without its signature", valid.substring(0, SIGNATURE_AT));
    both(
        tokens,
        "with a signature of zeros",
        valid.substring(0, SIGNATURE_AT) + "." + "A".repeat(22));
    both(tokens, "forged for another student", forged);
    both(tokens, "with one bit changed", flipped(valid));
    both(tokens, "in capital letters", valid.toUpperCase(Locale.ROOT));
    both(tokens, "of another key", Sessions.tokenOfAnotherKey(own));
    both(tokens, "in quotes", "\"" + valid + "\"");
    both(tokens, "percent-encoded", valid.replace("v", "%76"));
    both(tokens, "in other Base64", valid.substring(0, 10) + "+/" + valid.substring(12));
    both(tokens, "in Korean", bytes("토큰" + valid.substring(2), StandardCharsets.UTF_8));
    both(tokens, "in broken UTF-8", "\u00c3\u0028" + valid.substring(2));
    both(tokens, "two at once", valid + "," + valid);
    both(tokens, "of 7 KB", "v1." + "A".repeat(7_000));
    tokens.addAll(
        forms(
            "expired", Sessions.token(own, Instant.now().minusSeconds(1)), 401, "SESSION_EXPIRED"));
    tokens.addAll(forms("of 10 KB", "v1." + "A".repeat(10_000), 431, ""));
    tokens.addAll(forms("in UTF-16", bytes(valid, StandardCharsets.UTF_16LE), 400, ""));
    // In the wrong place.
    header(tokens, "a cookie as Authorization", "Authorization: sugang=" + valid + "\r\n");
    header(tokens, "without a scheme", "Authorization: " + valid + "\r\n");
    header(tokens, "as Basic", "Authorization: Basic " + valid + "\r\n");
    header(tokens, "Bearer as a cookie", SAME_ORIGIN + "Cookie: Bearer " + valid + "\r\n");
    header(tokens, "in another cookie", SAME_ORIGIN + "Cookie: session=" + valid + "\r\n");
    header(tokens, "in a header of its own", "X-Auth-Token: " + valid + "\r\n");
    header(
        tokens,
        "a forged Bearer with a good cookie",
        SAME_ORIGIN + "Authorization: Bearer " + forged + "\r\nCookie: sugang=" + valid + "\r\n");
    header(
        tokens,
        "a forged cookie before a good one",
        SAME_ORIGIN + "Cookie: sugang=" + forged + "; sugang=" + valid + "\r\n");
    header(
        tokens,
        "a forged cookie in a line before a good one",
        SAME_ORIGIN + "Cookie: sugang=" + forged + "\r\nCookie: sugang=" + valid + "\r\n");
    tokens.add(
        new BadToken(
            "several Bearers",
            "Authorization: Bearer " + valid + "\r\nAuthorization: Bearer " + valid + "\r\n",
            400,
            ""));
    return tokens;
  }

  private static void both(List<BadToken> tokens, String what, String token) {
    tokens.addAll(forms(what, token, 401, "SIGN_IN_REQUIRED"));
  }

  private static List<BadToken> forms(String what, String token, int status, String code) {
    return List.of(
        new BadToken(what + ", Bearer", "Authorization: Bearer " + token + "\r\n", status, code),
        new BadToken(
            what + ", cookie", SAME_ORIGIN + "Cookie: sugang=" + token + "\r\n", status, code));
  }

  private static void header(List<BadToken> tokens, String what, String lines) {
    tokens.add(new BadToken(what, lines, 401, "SIGN_IN_REQUIRED"));
  }

  /**
   * The last character of a payload of 36 bytes has no unused bits, so another one is another id.
   */
  private static String flipped(String token) {
    char[] characters = token.toCharArray();
    int at = SIGNATURE_AT - 1;
    characters[at] = characters[at] == 'A' ? 'B' : 'A';
    return new String(characters);
  }

  private static String bytes(String text, Charset charset) {
    return new String(text.getBytes(charset), StandardCharsets.ISO_8859_1);
  }

  @Override
  public String toString() {
    return what;
  }
}
