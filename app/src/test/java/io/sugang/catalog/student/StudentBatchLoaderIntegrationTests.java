package io.sugang.catalog.student;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sugang.rows.Rows;
import io.sugang.servers.SugangTest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

@SugangTest
@Tag("extended")
class StudentBatchLoaderIntegrationTests {
  private static final long FIRST_ID = 8_640_000;
  private static final long NOBODY = -1;
  private static final int MOST_IN_A_GROUP = 64;

  @Autowired private JdbcTemplate jdbc;
  @Autowired private StudentRepository students;

  @Test
  void whoComesWhileOthersAreReadIsReadWithAllWhoCameThen() throws Exception {
    List<Long> ids = LongStream.range(FIRST_ID, FIRST_ID + MOST_IN_A_GROUP).boxed().toList();
    ids.forEach(new Rows(jdbc)::student);
    long unknown = FIRST_ID + MOST_IN_A_GROUP;
    SlowStudents slow = new SlowStudents(students);
    StudentBatchLoader groups = new StudentBatchLoader(slow);

    CompletableFuture<?> first = groups.find(ids.getFirst());
    await().until(() -> slow.reads.get() == 1);
    CompletableFuture<?> second = groups.find(ids.getFirst());
    await().until(() -> slow.reads.get() == 2);
    List<CompletableFuture<Long>> later = ids.stream().map(id -> find(groups, id)).toList();
    CompletableFuture<Long> one = find(groups, unknown);
    assertThat(later).noneMatch(CompletableFuture::isDone);
    slow.letThrough();

    for (int i = 0; i < ids.size(); i++) {
      assertThat(later.get(i).get(10, TimeUnit.SECONDS)).isEqualTo(ids.get(i));
    }
    assertThat(one.get(10, TimeUnit.SECONDS)).isEqualTo(NOBODY);
    assertThat(first).isCompleted();
    assertThat(second).isCompleted();
    // 64 in one, and the unknown one in the next
    assertThat(slow.reads).hasValue(4);
  }

  private static CompletableFuture<Long> find(StudentBatchLoader groups, long studentId) {
    return groups
        .find(studentId)
        .thenApply(student -> student == null ? NOBODY : Long.valueOf(student.studentId()));
  }
}
