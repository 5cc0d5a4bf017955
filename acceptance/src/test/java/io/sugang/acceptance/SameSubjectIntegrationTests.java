package io.sugang.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Check 12: each subject once, and retakes of low grades alone. */
@AcceptanceTest
class SameSubjectIntegrationTests {
  private final Campus campus;
  private final OwnTerm term;

  SameSubjectIntegrationTests(Campus campus) {
    this.campus = campus;
    term = new OwnTerm(campus).open();
  }

  @Test
  void anotherSectionAnEquivalentAndACrossListedSubjectAreTheSame() {
    Student student = term.student(30);
    long subject = term.subject();
    long equivalent = term.subject();
    long crossListed = term.subject();
    term.relation(subject, equivalent, "EQUIVALENT");
    term.relation(subject, crossListed, "CROSS_LISTED");
    long held = term.course(subject);
    student.enroll(held).expect("201");
    for (long same : List.of(subject, equivalent, crossListed)) {
      long course = term.course(same);
      for (int turn = 0; turn <= Campus.INSTANCES; turn++) {
        JsonNode told = student.at(campus.door(turn)).enroll(course).expect("SAME_SUBJECT").body();
        assertThat(told.path("conflictingCourseId").asLong()).isEqualTo(held);
      }
    }
  }

  @Test
  void aGoodGradeIsNotImproved() {
    Student student = term.student(30);
    long subject = term.subject();
    term.taken(student, subject, "B0");
    JsonNode told = student.enroll(term.course(subject)).expect("RETAKE_NOT_ALLOWED").body();
    assertThat(told.path("grade").asString()).isEqualTo("B0");
    assertThat(told.path("gradeAtMost").asString()).isEqualTo("C+");
    assertThat(told.path("subjectId").asLong()).isEqualTo(subject);
  }

  @Test
  void aLowGradeIsRetakenAndTheThirdRetakeIsAboveTheLimit() {
    Student student = term.student(30);
    List<Long> subjects = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      long subject = term.subject();
      term.taken(student, subject, "C+");
      subjects.add(subject);
    }
    student.enroll(term.course(subjects.get(0))).expect("201");
    student.enroll(term.course(subjects.get(1))).expect("201");
    JsonNode told = student.enroll(term.course(subjects.get(2))).expect("RETAKE_LIMIT").body();
    assertThat(told.path("usedRetakes").asInt()).isEqualTo(2);
    assertThat(told.path("retakeLimit").asInt()).isEqualTo(2);
    assertThat(
            campus
                .jdbc()
                .queryForList(
                    "SELECT retake_of FROM enrollment WHERE student_id = ?",
                    Long.class,
                    student.id()))
        .containsExactlyInAnyOrder(subjects.get(0), subjects.get(1));
    // A new subject is none.
    student.enroll(term.course()).expect("201");
  }
}
