package io.sugang.lab.loadgen;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerCountersTests {
  private static final String BEFORE =
      """
      # Commandstats\r
      cmdstat_evalsha:calls=10,usec=345,usec_per_call=34.50,rejected_calls=0,failed_calls=0\r
      cmdstat_info:calls=99,usec=3,usec_per_call=3.00,rejected_calls=0,failed_calls=0\r
      """;
  private static final String AFTER =
      """
      cmdstat_evalsha:calls=25,usec=645,usec_per_call=34.50,rejected_calls=0,failed_calls=0\r
      cmdstat_get:calls=4,usec=9,usec_per_call=2.00,rejected_calls=0,failed_calls=0\r
      """;

  @Test
  void countsWhatWasDoneMeanwhileAndNotTheAskingItself() {
    ServerCounters did =
        ServerCounters.of(AFTER, Map.of("Questions", 130L, "Com_commit", 7L))
            .since(ServerCounters.of(BEFORE, Map.of("Questions", 100L, "Com_commit", 7L)));
    assertThat(did.redis()).isEqualTo(Map.of("evalsha", 15L, "get", 4L));
    assertThat(did.redisCalls()).isEqualTo(19);
    assertThat(did.mysql()).isEqualTo(Map.of("Questions", 30L));
  }

  @Test
  void aServerThatWasStartedAnewCountsFromNothing() {
    assertThat(
            ServerCounters.of(BEFORE, Map.of("Questions", 3L))
                .since(ServerCounters.of(AFTER, Map.of("Questions", 130L)))
                .redis())
        .isEqualTo(Map.of("evalsha", 10L));
  }
}
