package io.sugang.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class PoolUseTests {
  private static final String BEFORE =
      """
      # HELP hikaricp_connections_usage_seconds Connection usage time
      # TYPE hikaricp_connections_usage_seconds summary
      hikaricp_connections_usage_seconds_count{application="sugang",pool="mysql"} 1000
      hikaricp_connections_usage_seconds_sum{application="sugang",pool="mysql"} 5.0
      hikaricp_connections_max{pool="mysql"} 10.0
      """;
  private static final String AFTER =
      """
      hikaricp_connections_usage_seconds_count{application="sugang",pool="mysql"} 5000
      hikaricp_connections_usage_seconds_sum{application="sugang",pool="mysql"} 13.0
      hikaricp_connections_max{pool="mysql"} 10.0
      """;

  @Test
  void connectionsInUseAreTheRateTimesTheTimeHeld() {
    PoolUse use = PoolUse.between(BEFORE, AFTER, 8).getFirst();
    assertThat(use.pool()).isEqualTo("mysql");
    assertThat(use.takenPerSecond()).isEqualTo(500);
    assertThat(use.heldMillis()).isCloseTo(2, within(1e-9));
    assertThat(use.heldMillisAtMost()).isCloseTo(3, within(1e-9));
    assertThat(use.size()).isEqualTo(10);
    assertThat(use.inUse()).isCloseTo(1.5, within(1e-9));
    assertThat(use.needed()).isEqualTo(4);
    assertThat(use.word()).isEqualTo("mysql:500.0/3.00/4/10");
  }

  @Test
  void aPoolThatWasNotUsedNeedsOneConnection() {
    PoolUse use = PoolUse.between(BEFORE, BEFORE, 8).getFirst();
    assertThat(use.inUse()).isZero();
    assertThat(use.needed()).isEqualTo(1);
  }

  @Test
  void aServiceWithoutThisMetricHasNoPools() {
    assertThat(PoolUse.between("", "", 8)).isEmpty();
  }

  @Test
  void fourInUseOnAverageNeedEight() {
    assertThat(new PoolUse("p", 1_000, 3, 10).needed()).isEqualTo(8);
  }

  @Test
  void anInstanceCountsAsOftenAsItTookAConnection() {
    List<PoolUse> uses =
        List.of(
            new PoolUse("mysql", 300, 2, 10),
            new PoolUse("mysql", 100, 6, 10),
            new PoolUse("ledger", 0, 0, 6));
    assertThat(PoolUse.mean(uses))
        .containsExactly(new PoolUse("ledger", 0, 0, 6), new PoolUse("mysql", 200, 3, 10));
  }
}
