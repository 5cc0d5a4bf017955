package io.sugang.tools.bench;

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
      hikaricp_connections_acquire_seconds_count{pool="mysql"} 1000
      hikaricp_connections_acquire_seconds_sum{pool="mysql"} 0.1
      hikaricp_connections_max{pool="mysql"} 10.0
      """;
  private static final String AFTER =
      """
      hikaricp_connections_usage_seconds_count{application="sugang",pool="mysql"} 5000
      hikaricp_connections_usage_seconds_sum{application="sugang",pool="mysql"} 13.0
      hikaricp_connections_acquire_seconds_count{pool="mysql"} 5000
      hikaricp_connections_acquire_seconds_sum{pool="mysql"} 2.1
      hikaricp_connections_max{pool="mysql"} 10.0
      """;

  @Test
  void connectionsInUseAreTheRateTimesTheTimeHeld() {
    PoolUse use =
        PoolMetrics.parse(AFTER)
            .use(PoolMetrics.parse(BEFORE), "3-lock", "won-1000", "mysql", 8, 4);
    assertThat(use.takenPerSecond()).isEqualTo(500);
    assertThat(use.heldMillis()).isCloseTo(2, within(1e-9));
    assertThat(use.heldMillisAtMost()).isCloseTo(3, within(1e-9));
    assertThat(use.waitedMillis()).isCloseTo(0.5, within(1e-9));
    assertThat(use.size()).isEqualTo(10);
    assertThat(use.inUse()).isCloseTo(1.5, within(1e-9));
    assertThat(use.needed()).isEqualTo(4);
    assertThat(use.coresTimesTwo()).isEqualTo(8);
  }

  @Test
  void aPoolThatWasNotUsedNeedsOneConnection() {
    PoolMetrics same = PoolMetrics.parse(BEFORE);
    PoolUse use = same.use(same, "3-redis", "full-1000", "mysql", 8, 4);
    assertThat(use.inUse()).isZero();
    assertThat(use.needed()).isEqualTo(1);
  }

  @Test
  void fourInUseOnAverageNeedEight() {
    assertThat(new PoolUse("v", "l", "p", 1_000, 3, 0, 10, 1, 4).needed()).isEqualTo(8);
  }

  @Test
  void anInstanceCountsAsOftenAsItTookAConnection() {
    List<PoolUse> uses =
        List.of(
            new PoolUse("v", "l", "mysql", 300, 2, 0, 10, 1, 4),
            new PoolUse("v", "l", "mysql", 100, 6, 4, 10, 1, 4),
            new PoolUse("v", "l", "ledger", 0, 0, 0, 6, 1, 4));
    assertThat(PoolUse.meanOfInstances(uses))
        .containsExactly(
            new PoolUse("v", "l", "ledger", 0, 0, 0, 6, 1, 4),
            new PoolUse("v", "l", "mysql", 200, 3, 1, 10, 2, 4));
  }

  @Test
  void allInstancesNeedWhatEachNeeds() {
    assertThat(new PoolUse("v", "l", "p", 1_000, 3, 0, 10, 3, 4).neededOfAll()).isEqualTo(24);
  }
}
