package io.sugang.tools.loadreport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MarkupTests {

  @Test
  void leavesNoMarkupInText() {
    assertThat(Markup.text("<a href=\"x\">&")).isEqualTo("&lt;a href=&quot;x&quot;&gt;&amp;");
  }
}
