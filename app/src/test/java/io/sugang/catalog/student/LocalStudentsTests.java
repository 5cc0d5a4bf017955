package io.sugang.catalog.student;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LocalStudentsTests {
  private static final byte[] JSON = new byte[240];

  private final LocalStudents students = new LocalStudents(Duration.ofMinutes(1), 1_000_000);

  @Test
  void keepsWhatWasNotChangedSinceItWasAskedFor() {
    students.keep(1, JSON, students.stamp(1));
    assertThat(students.find(1)).isSameAs(JSON);
    assertThat(students.find(2)).isNull();
  }

  @Test
  void answerThatANewsOvertookIsNotKept() {
    int stamp = students.stamp(1);
    students.forget(1);
    students.keep(1, JSON, stamp);
    assertThat(students.find(1)).isNull();
  }

  @Test
  void answerThatWasOvertakenByTheNewsOfAllIsNotKept() {
    int stamp = students.stamp(1);
    students.forgetAll();
    students.keep(1, JSON, stamp);
    assertThat(students.find(1)).isNull();
  }

  @Test
  void forgetsOneOrAll() {
    for (long id = 1; id <= 3; id++) {
      students.keep(id, JSON, students.stamp(id));
    }
    students.forget(2);
    assertThat(students.find(1)).isNotNull();
    assertThat(students.find(2)).isNull();
    students.forgetAll();
    assertThat(students.find(1)).isNull();
    assertThat(students.find(3)).isNull();
    assertThat(students.bytes()).isZero();
  }

  @Test
  void forgetsByItselfWhenTheTimeIsOver() {
    LocalStudents brief = new LocalStudents(Duration.ofMillis(20), 1_000_000);
    brief.keep(1, JSON, brief.stamp(1));
    await().until(() -> brief.find(1) == null);
  }

  @Test
  void takesNoMoreMemoryThanItMayHoweverManyAreRead() {
    long most = 100L * (JSON.length + LocalStudents.ENTRY_BYTES);
    LocalStudents small = new LocalStudents(Duration.ofMinutes(1), most);
    for (long id = 1; id <= 10_000; id++) {
      small.keep(id, JSON, small.stamp(id));
    }
    assertThat(small.bytes()).isBetween(most / 2, most);
    long kept = 0;
    for (long id = 1; id <= 10_000; id++) {
      kept += small.find(id) == null ? 0 : 1;
    }
    assertThat(kept).isBetween(50L, 100L);
  }
}
