package io.sugang.lab.loadgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TrafficTests {
  private static final long[] STUDENTS = LongStream.rangeClosed(101, 140).toArray();
  private static final long[] COURSES = LongStream.rangeClosed(1, 25).toArray();
  private static final Popularity POPULARITY = new Popularity(COURSES.length);

  private final Requests requests = new Requests(URI.create("http://127.0.0.1:8080"));

  @Test
  void aRequestIsWholeAndItsLengthTrue() {
    assertThat(
            text(
                new FullCourses(requests, new long[] {7}, new long[] {12}, new Popularity(1), 1),
                0))
        .isEqualTo(
            "POST /api/enrollments HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nContent-Type: application/json\r\n"
                + "Content-Length: 29\r\n\r\n{\"studentId\":7,\"courseId\":12}");
    assertThat(text(new StudentReads(requests, new long[] {7}, 1), 0))
        .isEqualTo("GET /api/students/7 HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n");
  }

  @Test
  void noPairIsAskedForTwiceAndEveryPairOnceUntilAllAre() {
    FreeSeats free = new FreeSeats(requests, STUDENTS, COURSES, POPULARITY, 42);
    int pairs = STUDENTS.length * COURSES.length;
    assertThat(IntStream.range(0, pairs).mapToObj(i -> text(free, i))).doesNotHaveDuplicates();
    assertThatIllegalStateException()
        .isThrownBy(() -> free.request(pairs))
        .withMessageContaining("all 1,000 pairs");
  }

  @Test
  void theSameSeedAsksForTheSame() {
    FreeSeats one = new FreeSeats(requests, STUDENTS, COURSES, POPULARITY, 42);
    FreeSeats other = new FreeSeats(requests, STUDENTS, COURSES, POPULARITY, 42);
    for (int i = 0; i < 100; i++) {
      assertThat(text(one, i)).isEqualTo(text(other, i));
    }
  }

  @Test
  void aMixedLoadIsHalfReadsAQuarterWonAndAQuarterRefused() {
    Mixed mixed =
        new Mixed(
            new StudentReads(requests, STUDENTS, 1),
            new FreeSeats(requests, LongStream.range(0, 1_000).toArray(), COURSES, POPULARITY, 1),
            new FullCourses(requests, STUDENTS, COURSES, POPULARITY, 1),
            1);
    long reads = IntStream.range(0, 10_000).filter(i -> text(mixed, i).startsWith("GET ")).count();
    assertThat(reads).isBetween(4_800L, 5_200L);
    assertThat(expected(mixed, 200)).isEqualTo(reads);
    assertThat(expected(mixed, 201)).isBetween(2_300L, 2_700L);
    assertThat(expected(mixed, 409)).isBetween(2_300L, 2_700L);
    assertThat(expected(mixed, 503)).isZero();
  }

  @Test
  void aMixedLoadDoesNotTakeARefusalForASeat() {
    Mixed mixed =
        new Mixed(
            new StudentReads(requests, STUDENTS, 1),
            new FreeSeats(requests, STUDENTS, COURSES, POPULARITY, 1),
            new FullCourses(requests, STUDENTS, COURSES, POPULARITY, 1),
            1);
    assertThat(IntStream.range(0, 100))
        .allMatch(i ->
            IntStream.of(200, 201, 409).filter(status -> mixed.expects(i, status)).count() == 1);
  }

  private static long expected(Traffic traffic, int status) {
    return IntStream.range(0, 10_000).filter(i -> traffic.expects(i, status)).count();
  }

  @Test
  void aHotCourseTakesItsShareAndTheOthersKeepTheirOrder() {
    Popularity hot = new Popularity(COURSES.length, 0.9);
    int[] wanted = new int[COURSES.length];
    for (int i = 0; i < 10_000; i++) {
      wanted[hot.place(i / 10_000.0)]++;
    }
    assertThat(wanted[0]).isBetween(9_000, 9_400);
    assertThat(wanted[1]).isGreaterThan(wanted[24]);
    assertThat(wanted[24]).isPositive();
    assertThat(new Popularity(3, 1).place(0.999_999)).isZero();
  }

  private static String text(Traffic traffic, long i) {
    return new String(traffic.request(i), StandardCharsets.US_ASCII);
  }
}
