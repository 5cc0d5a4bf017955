package io.sugang.signin;

import io.sugang.platform.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/**
 * The answer to a sign-in that a page of another site began: where the provider knows the user, it
 * would end his session elsewhere. A browser gets a page that leads to where he can sign in
 * himself.
 */
final class OtherSite {
  private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);
  private static final String PAGE =
      """
      <!DOCTYPE html>
      <html lang="ko">
      <head><meta charset="utf-8"><title>로그인하지 않았습니다 / Not signed in</title></head>
      <body>
      <h1>로그인하지 않았습니다</h1>
      <p>다른 사이트가 이 로그인을 시작했으므로 아무것도 하지 않았습니다. <a href="/">수강신청</a>이나 <a href="/desk">학사 업무</a>에서 직접 로그인하십시오.</p>
      <h1 lang="en">Not signed in</h1>
      <p lang="en">A page of another site began this sign-in, so nothing was done. Sign in at <a href="/">course registration</a> or at <a href="/desk">the desk</a>.</p>
      </body>
      </html>
      """;

  private OtherSite() {}

  static ResponseEntity<?> answer(HttpServletRequest http) {
    String accept = http.getHeader(HttpHeaders.ACCEPT);
    if (accept == null || !accept.contains(MediaType.TEXT_HTML_VALUE)) {
      return ProblemType.CROSS_SITE.toResponse(
          "A page of another site began this sign-in. Sign in from a page of this host, at / or at"
              + " /desk.");
    }
    return ResponseEntity.status(ProblemType.CROSS_SITE.status())
        .contentType(HTML)
        .cacheControl(CacheControl.noStore())
        .body(PAGE.getBytes(StandardCharsets.UTF_8));
  }
}
