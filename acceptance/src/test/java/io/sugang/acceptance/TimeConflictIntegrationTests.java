package io.sugang.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.rows.Meeting;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Check 10: meetings that touch are no conflict, and five minutes together are one. */
@AcceptanceTest
class TimeConflictIntegrationTests {
  private static final int WEDNESDAY = 3;
  private final Campus campus;

  TimeConflictIntegrationTests(Campus campus) {
    this.campus = campus;
  }

  @Test
  void aConflictNamesTheOtherCourseAndTheTime() {
    OwnTerm term = new OwnTerm(campus).open();
    Student student = term.student(30);
    long morning = term.course(new Meeting(WEDNESDAY, "10:30", "11:45"));
    student.enroll(morning).expect("201");

    long early = term.course(new Meeting(WEDNESDAY, "11:40", "13:00"));
    for (int turn = 0; turn <= Campus.INSTANCES; turn++) {
      JsonNode told = student.at(campus.door(turn)).enroll(early).expect("TIME_CONFLICT").body();
      assertThat(told.path("conflictingCourseId").asLong()).isEqualTo(morning);
      assertThat(told.path("weekday").asInt()).isEqualTo(WEDNESDAY);
      assertThat(told.path("from").asString()).isEqualTo("11:40");
      assertThat(told.path("until").asString()).isEqualTo("11:45");
    }
    student.enroll(term.course(new Meeting(WEDNESDAY, "11:45", "13:00"))).expect("201");
    student.enroll(term.course(new Meeting(WEDNESDAY + 1, "10:30", "11:45"))).expect("201");
  }
}
