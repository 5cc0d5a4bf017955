package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The name of the browser in the answer to a user who signed in elsewhere. */
class BrowserTests {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 | Chrome on Windows",
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0 | Edge on Windows",
        "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Whale/4.29 Safari/537.36 | Whale on Windows",
        "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0 | Firefox on Linux",
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15 | Safari on macOS",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1 | Safari on iPhone",
        "Mozilla/5.0 (Linux; Android 14; SM-S911N) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36 | Samsung Internet on Android",
        "Mozilla/5.0 (Linux; Android 14; SM-S911N; wv) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36;KAKAOTALK 2410200 | KakaoTalk on Android",
        "curl/8.5.0 | curl",
        "<script>alert(1)</script> | another browser",
        "'' | another browser"
      })
  void itsKindIsRecognized(String userAgent, String kind) {
    assertThat(Browser.of(userAgent)).isEqualTo(kind);
  }

  @Test
  void aBrowserNeedNotNameItself() {
    assertThat(Browser.of(null)).isEqualTo("another browser");
  }
}
