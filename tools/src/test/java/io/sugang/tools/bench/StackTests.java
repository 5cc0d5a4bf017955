package io.sugang.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.sugang.tools.rush.Dataset;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StackTests {
  private static final Dataset DATASET =
      new Dataset(
          LongStream.rangeClosed(1, 60).toArray(), LongStream.rangeClosed(1, 500).toArray());

  @Test
  void theScriptTellsWhatRuns() throws IOException {
    Stack.Parts parts =
        Stack.Parts.parse("mysql=11 nginx=5,6,7 app=21,22 port=18080 management=29081,29082");
    assertThat(parts.processes())
        .isEqualTo(
            Map.of("mysql", List.of(11L), "nginx", List.of(5L, 6L, 7L), "app", List.of(21L, 22L)));
    assertThat(parts.url()).hasToString("http://127.0.0.1:18080");
    assertThat(parts.managementPorts()).containsExactly(29_081, 29_082);
    assertThatIOException().isThrownBy(() -> Stack.Parts.parse("mysql=11"));
  }

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
