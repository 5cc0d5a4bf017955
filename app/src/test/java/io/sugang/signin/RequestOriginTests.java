package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletRequest;

/** Which changes a browser may ask for. An empty cell is a header that is not there. */
class RequestOriginTests {
  @ParameterizedTest
  @CsvSource({
    // Sec-Fetch-Site decides where it is there, whatever Origin says
    "same-origin,,true,true",
    "same-origin,https://evil.example,true,true",
    "none,,true,true",
    "none,,false,true",
    "same-site,https://sugang.example,true,false",
    "same-site,,false,false",
    "cross-site,https://sugang.example,true,false",
    "cross-site,,true,false",
    "cross-site,,false,false",
    "SAME-ORIGIN,,true,false",
    "'same-origin, cross-site',,true,false",
    "'',,true,false",
    // otherwise Origin
    ",https://sugang.example,true,true",
    ",http://sugang.example,true,true",
    ",https://SUGANG.example,true,true",
    ",https://sugang.example:8443,true,false",
    ",https://sugang.example.evil.example,true,false",
    ",https://evil.example/sugang.example,true,false",
    ",https://evil-sugang.example,true,false",
    ",https://evil.example,false,false",
    ",sugang.example,true,false",
    ",://sugang.example,true,false",
    ",null,true,false",
    ",null,false,false",
    ",'',true,false",
    // neither: a program, which has no cookie
    ",,true,false",
    ",,false,true"
  })
  void aChangeNeedsTheOwnPage(
      @Nullable String site, @Nullable String origin, boolean byCookie, boolean allowed) {
    var request = new MockHttpServletRequest("POST", "/api/enrollments");
    request.addHeader("Host", "sugang.example");
    add(request, "Sec-Fetch-Site", site);
    add(request, "Origin", origin);
    assertThat(RequestOrigin.mayChange(request, byCookie)).isEqualTo(allowed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://sugang.example", "https://", "https://null", "null"})
  void withoutAHostNoOriginIsTheOwn(String origin) {
    var request = new MockHttpServletRequest("POST", "/api/enrollments");
    request.addHeader("Origin", origin);
    assertThat(RequestOrigin.mayChange(request, false)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "GET,true",
    "HEAD,true",
    "OPTIONS,true",
    "POST,false",
    "PUT,false",
    "PATCH,false",
    "DELETE,false",
    "get,false",
    "TRACE,false"
  })
  void onlyTheseMethodsRead(String method, boolean reads) {
    assertThat(RequestOrigin.reads(method)).isEqualTo(reads);
  }

  private static void add(MockHttpServletRequest request, String name, @Nullable String value) {
    if (value != null) {
      request.addHeader(name, value);
    }
  }
}
