package io.sugang.tools.loadreport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Lines as k6 1.8.1 wrote them. */
class K6SampleTests {

  @Test
  void readsAnAnswerWithItsOutcome() {
    assertThat(K6Sample.parse("answer_time,1795254732226,2.752884,,steady,outcome=read,"))
        .isEqualTo(new K6Sample(K6Sample.Metric.ANSWER, 1795254732226L, 2.752884, "read"));
  }

  @Test
  void findsTheOutcomeAmongOtherTags() {
    K6Sample sample =
        K6Sample.parse("answer_time,1795254732226,2.0,,steady,group=a&outcome=won&x=y,");

    assertThat(sample).isNotNull().extracting(K6Sample::outcome).isEqualTo("won");
  }

  @Test
  void readsDroppedRequestsAndUsers() {
    assertThat(K6Sample.parse("dropped_iterations,1795254732226,3.000000,,steady,,"))
        .isEqualTo(new K6Sample(K6Sample.Metric.DROPPED, 1795254732226L, 3, ""));
    assertThat(K6Sample.parse("vus,1795254732226,7.000000,,,,"))
        .isEqualTo(new K6Sample(K6Sample.Metric.USERS, 1795254732226L, 7, ""));
  }

  @Test
  void passesOverWhatIsNotNeeded() {
    assertThat(
            K6Sample.parse("metric_name,timestamp,metric_value,name,scenario,extra_tags,metadata"))
        .isNull();
    assertThat(K6Sample.parse("http_reqs,1795254732102,1.000000,before the load,,,")).isNull();
    assertThat(K6Sample.parse("vus_max,1795254732226,100.000000,,,,")).isNull();
    assertThat(K6Sample.parse("")).isNull();
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
      assertThatThrownBy(() -> K6Sample.parse(line)).hasMessageContaining(line);
    }
  }
}
