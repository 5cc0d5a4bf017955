package io.sugang.tools.loadreport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Lines as k6 1.8.1 wrote them. */
class SampleTests {

  @Test
  void readsAnAnswerWithItsOutcome() {
    assertThat(Sample.parse("answer_time,1795254732226,2.752884,,steady,outcome=read,"))
        .isEqualTo(new Sample(Sample.Kind.ANSWER, 1795254732226L, 2.752884, "read"));
  }

  @Test
  void findsTheOutcomeAmongOtherTags() {
    Sample sample = Sample.parse("answer_time,1795254732226,2.0,,steady,group=a&outcome=won&x=y,");

    assertThat(sample).isNotNull().extracting(Sample::outcome).isEqualTo("won");
  }

  @Test
  void readsDroppedRequestsAndUsers() {
    assertThat(Sample.parse("dropped_iterations,1795254732226,3.000000,,steady,,"))
        .isEqualTo(new Sample(Sample.Kind.DROPPED, 1795254732226L, 3, ""));
    assertThat(Sample.parse("vus,1795254732226,7.000000,,,,"))
        .isEqualTo(new Sample(Sample.Kind.USERS, 1795254732226L, 7, ""));
  }

  @Test
  void passesOverWhatIsNotNeeded() {
    assertThat(Sample.parse("metric_name,timestamp,metric_value,name,scenario,extra_tags,metadata"))
        .isNull();
    assertThat(Sample.parse("http_reqs,1795254732102,1.000000,before the load,,,")).isNull();
    assertThat(Sample.parse("vus_max,1795254732226,100.000000,,,,")).isNull();
    assertThat(Sample.parse("")).isNull();
  }

  @Test
  void refusesWhatItCannotRead() {
    for (String line :
        new String[] {
          "answer_time,1795254732226",
          "answer_time,now,2.0,,steady,outcome=read,",
          "answer_time,1795254732226,fast,,steady,outcome=read,",
          "answer_time,1795254732226,2.0,,steady,,"
        }) {
      assertThatThrownBy(() -> Sample.parse(line)).hasMessageContaining(line);
    }
  }
}
