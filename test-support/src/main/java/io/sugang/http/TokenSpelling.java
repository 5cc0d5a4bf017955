package io.sugang.http;

import java.util.List;
import java.util.stream.Stream;

/**
 * Headers in which an instance finds the token of a session. NGINX has to count all of them.
 *
 * @param https whether {@code SUGANG_HTTPS=on}
 * @param lines headers with {@code TOKEN}, and with {@code DECOY} for one that is another each time
 */
public record TokenSpelling(boolean https, String lines) {
  private static final List<String> OF_HTTP =
      List.of(
          "Cookie: sugang=TOKEN",
          "cookie: theme=dark; sugang=TOKEN",
          "Cookie: theme=dark;sugang=TOKEN;x=1",
          "Cookie: theme=dark;   sugang=TOKEN ; x=1",
          "Cookie: sugang= TOKEN",
          "Cookie: sugang=\tTOKEN\t; x=1",
          "Cookie:\tsugang=TOKEN",
          "Cookie: __Host-sugang=DECOY; sugang=TOKEN",
          "Cookie: sugang=TOKEN; __Host-sugang=DECOY; sugang=DECOY",
          "Cookie: sugang-oidc=DECOY; xsugang=DECOY; sugang=TOKEN",
          "Cookie: sugang=TOKEN\r\nCookie: sugang=DECOY",
          "Cookie: a=b;\tsugang=DECOY; sugang=TOKEN",
          "Cookie: a=b; \tsugang=DECOY;  sugang=TOKEN",
          "Authorization: Bearer\tDECOY\r\nCookie: sugang=TOKEN",
          "Authorization: Basic DECOY\r\nCookie: sugang=TOKEN");
  private static final List<String> OF_HTTPS =
      List.of(
          "Cookie: __Host-sugang=TOKEN",
          "Cookie: sugang=DECOY; __Host-sugang=TOKEN ; x=1",
          "Cookie: __Host-sugang=TOKEN; sugang=DECOY",
          "Cookie: a=b;\t__Host-sugang=DECOY; __Host-sugang=TOKEN",
          "Authorization: Bearer\tDECOY\r\nCookie: __Host-sugang=TOKEN");
  private static final List<String> OF_BOTH =
      List.of(
          "Authorization: Bearer TOKEN",
          "authorization: bearer TOKEN",
          "Authorization: BEARER TOKEN",
          "Authorization:\tBearer TOKEN \t",
          "Authorization: Bearer TOKEN\r\nCookie: sugang=DECOY; __Host-sugang=DECOY");

  /** Returns all of them with or without HTTPS. */
  public static List<TokenSpelling> all(boolean https) {
    return Stream.concat((https ? OF_HTTPS : OF_HTTP).stream(), OF_BOTH.stream())
        .map(lines -> new TokenSpelling(https, lines))
        .toList();
  }

  /**
   * Returns the headers, without the last end of a line.
   *
   * @param decoy a text in the form of a token
   */
  public String with(String token, String decoy) {
    return lines.replace("TOKEN", token).replace("DECOY", decoy);
  }
}
