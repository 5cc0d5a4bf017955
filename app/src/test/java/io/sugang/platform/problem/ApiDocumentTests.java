package io.sugang.platform.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;

class ApiDocumentTests {
  @Retention(RetentionPolicy.RUNTIME)
  @ProblemResponses({ProblemType.NOT_OPEN, ProblemType.CLOSED})
  @interface Rules {}

  @Retention(RetentionPolicy.RUNTIME)
  @ProblemResponses(ProblemType.COURSE_FULL)
  @Rules
  @interface Rejections {}

  @Rejections
  @ProblemResponses(ProblemType.OVERRIDE_STATE)
  @Deprecated
  void rejectionsFirst() {}

  @Deprecated
  @ProblemResponses(ProblemType.OVERRIDE_STATE)
  @Rejections
  void rejectionsLast() {}

  @Deprecated
  void none() {}

  @Test
  void problemsHaveTheOrderOfTheAnnotations() throws NoSuchMethodException {
    assertThat(problemsOf("rejectionsFirst"))
        .containsExactly(
            ProblemType.COURSE_FULL,
            ProblemType.NOT_OPEN,
            ProblemType.CLOSED,
            ProblemType.OVERRIDE_STATE);
    assertThat(problemsOf("rejectionsLast"))
        .containsExactly(
            ProblemType.OVERRIDE_STATE,
            ProblemType.COURSE_FULL,
            ProblemType.NOT_OPEN,
            ProblemType.CLOSED);
  }

  @Test
  void otherAnnotationsHaveNoProblems() throws NoSuchMethodException {
    assertThat(problemsOf("none")).isEmpty();
  }

  private static List<ProblemType> problemsOf(String method) throws NoSuchMethodException {
    return ApiDocument.problemsOf(ApiDocumentTests.class.getDeclaredMethod(method)).toList();
  }
}
