package io.sugang.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.sugang.lab.chaos.ResourceGrowth.GrowthRow;
import io.sugang.lab.chaos.ResourceGrowth.Window;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ResourceGrowthTests {
  private final ResourceGrowth growth = new ResourceGrowth();

  @Test
  void whatStaysTheSameIsFlat() {
    all("app-1.rss=400 app-1.threads=60 redis.keys=1500 redis.entries=0");
    assertThat(flat()).isTrue();
    assertThat(growth.table()).contains("app-1.rss").doesNotContain("NOT FLAT");
  }

  @Test
  void aThreadForEachOfManyRequestsIsNotFlat() {
    add(Window.BEFORE, "app-1.threads=60");
    add(Window.AFTER, "app-1.threads=66");
    add(Window.LAST, "app-1.threads=73");
    assertThat(flat()).isFalse();
    assertThat(growth.table()).contains("NOT FLAT");
  }

  @Test
  void memoryIsComparedWithTheProcessesAfterTheRestarts() {
    add(Window.BEFORE, "app-1.heap=200");
    add(Window.AFTER, "app-1.heap=50");
    add(Window.LAST, "app-1.heap=77");
    assertThat(flat()).isFalse();
  }

  @Test
  void whatARestartLeavesBehindIsNotFlat() {
    add(Window.BEFORE, "mysql.connections=40");
    add(Window.AFTER, "mysql.connections=120");
    add(Window.LAST, "mysql.connections=120");
    assertThat(flat()).isFalse();
  }

  @Test
  void oneOpenEntryAtTheEndIsNotFlat() {
    add(Window.BEFORE, "redis.entries=0");
    add(Window.AFTER, "redis.entries=0");
    add(Window.LAST, "redis.entries=1");
    assertThat(flat()).isFalse();
  }

  @Test
  void oneStraySampleDoesNotDecide() {
    all("redis.keys=1500");
    add(Window.LAST, "redis.keys=9000");
    add(Window.LAST, "redis.keys=1500");
    assertThat(flat()).isTrue();
  }

  @Test
  void withoutEarlierFiguresNothingIsFlat() {
    assertThat(growth.rows()).isEmpty();
    add(Window.LAST, "redis.keys=1");
    assertThat(flat()).isFalse();
  }

  @Test
  void aFigureWithoutABoundIsAMistake() {
    all("redis.colour=3");
    assertThatIllegalStateException()
        .isThrownBy(growth::rows)
        .withMessageContaining("redis.colour");
  }

  private boolean flat() {
    return growth.rows().stream().allMatch(GrowthRow::flat);
  }

  private void all(String figures) {
    for (Window window : Window.values()) {
      add(window, figures);
    }
  }

  private void add(Window window, String figures) {
    growth.add(
        window,
        Stream.of(figures.split(" "))
            .map(figure -> figure.split("="))
            .collect(Collectors.toMap(figure -> figure[0], figure -> Double.valueOf(figure[1]))));
  }
}
