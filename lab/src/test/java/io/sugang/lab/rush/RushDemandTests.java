package io.sugang.lab.rush;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RushDemandTests {
  private static final int REQUESTS = 100_000;
  private static final Dataset DATASET =
      new Dataset(
          LongStream.rangeClosed(1, 5_000).toArray(), LongStream.rangeClosed(1, 500).toArray());

  @Test
  void theSameSeedAsksForTheSameInWhateverOrder() {
    RushDemand one = new RushDemand(7, DATASET);
    RushDemand other = new RushDemand(7, DATASET);
    List<Pair> forward = IntStream.range(0, 10_000).mapToObj(one::pair).toList();
    List<Pair> backward =
        IntStream.range(0, 10_000).mapToObj(i -> other.pair(9_999 - i)).toList().reversed();
    assertThat(backward).isEqualTo(forward);
  }

  @Test
  void anotherSeedAsksForSomethingElse() {
    RushDemand one = new RushDemand(7, DATASET);
    RushDemand other = new RushDemand(8, DATASET);
    long equal = LongStream.range(0, 1_000).filter(i -> one.pair(i).equals(other.pair(i))).count();
    assertThat(equal).isLessThan(20);
  }

  @Test
  void fewCoursesAreWantedByMostAndAllBySome() {
    RushDemand demand = new RushDemand(1, DATASET);
    Map<Long, Integer> wishes = new HashMap<>();
    for (long i = 0; i < REQUESTS; i++) {
      wishes.merge(demand.pair(i).courseId(), 1, Integer::sum);
    }
    List<Integer> byDemand = wishes.values().stream().sorted(Comparator.reverseOrder()).toList();
    assertThat(byDemand).hasSize(500);
    assertThat(byDemand.getFirst()).isBetween(6_500, 8_500);
    assertThat(byDemand.stream().limit(10).mapToInt(Integer::intValue).sum())
        .isBetween(25_000, 35_000);
    assertThat(byDemand.getLast()).isBetween(20, 80);
  }

  @Test
  void theMostWantedCourseDependsOnTheSeedAndNotOnItsId() {
    Set<Long> mostWanted = new HashSet<>();
    for (long seed = 0; seed < 5; seed++) {
      RushDemand demand = new RushDemand(seed, DATASET);
      Map<Long, Integer> wishes = new HashMap<>();
      for (long i = 0; i < 5_000; i++) {
        wishes.merge(demand.pair(i).courseId(), 1, Integer::sum);
      }
      mostWanted.add(
          wishes.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey());
    }
    assertThat(mostWanted).hasSizeGreaterThan(2);
  }

  @Test
  void someRequestsAreASecondClickOfShortlyBefore() {
    // So many ids that the same pair twice cannot be chance.
    Dataset large =
        new Dataset(
            LongStream.range(0, 1_000_000).toArray(), LongStream.range(0, 10_000).toArray());
    RushDemand demand = new RushDemand(3, large);
    Set<Pair> seen = new HashSet<>();
    long repeated = LongStream.range(0, REQUESTS).filter(i -> !seen.add(demand.pair(i))).count();
    assertThat(repeated).isBetween(1_500L, 2_600L);
  }

  @Test
  void studentsAreDrawnEvenlyFromAllThatExist() {
    RushDemand demand = new RushDemand(1, DATASET);
    Map<Long, Integer> perStudent = new HashMap<>();
    for (long i = 0; i < REQUESTS; i++) {
      perStudent.merge(demand.pair(i).studentId(), 1, Integer::sum);
    }
    assertThat(perStudent).hasSize(5_000);
    assertThat(perStudent.values()).allMatch(number -> number < 60);
  }

  @Test
  void oneStudentAndOneCourseAreEnough() {
    RushDemand demand = new RushDemand(1, new Dataset(new long[] {5}, new long[] {9}));
    assertThat(demand.pair(0)).isEqualTo(new Pair(5, 9));
    assertThat(demand.pair(1_000_000_000_000L)).isEqualTo(new Pair(5, 9));
  }

  @Test
  void anEmptyDatasetIsRefused() {
    assertThatThrownBy(() -> new RushDemand(1, new Dataset(new long[0], new long[] {1})))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
