package io.sugang.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.sugang.lab.rush.Dataset;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CoursesTests {
  private static final Dataset DATASET =
      new Dataset(
          LongStream.rangeClosed(1, 60).toArray(), LongStream.rangeClosed(1, 500).toArray());

  @Test
  void noTwoLoadsAskForTheSameFreeCourses() {
    Courses courses = new Courses(DATASET, 4);
    assertThat(courses.full()).hasSize(100).startsWith(1).endsWith(100);
    assertThat(courses.free()).startsWith(101).endsWith(200);
    assertThat(courses.free()).startsWith(201).endsWith(300);
    assertThat(courses.free()).startsWith(301).endsWith(400);
    assertThat(courses.free()).startsWith(401).endsWith(500);
    assertThatIllegalStateException().isThrownBy(courses::free);
    courses.reset();
    assertThat(courses.free()).startsWith(101);
  }

  @Test
  void whoHasASeatDoesNotWishForOne() {
    assertThat(new Courses(DATASET, 4).wishing()).startsWith(51).endsWith(60);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Courses(new Dataset(new long[] {1}, new long[] {1}), 4));
  }
}
