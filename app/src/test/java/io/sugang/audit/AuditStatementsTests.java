package io.sugang.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuditStatementsTests {
  private static final Instant AT = Instant.parse("2026-03-02T01:00:00.123999Z");

  @Test
  void eventsAreRowsOfOneStatement() {
    assertThat(
            AuditStatements.insert(
                List.of(
                    AuditEvent.done(AuditedAction.ENROLL, AT, Actor.student(4711), 4711, 17, 99),
                    new AuditEvent(
                        Instant.parse("2026-03-02T01:00:00Z"),
                        new Actor("REGISTRAR", 3, -5),
                        AuditedAction.CANCEL,
                        "enrollment:99",
                        null,
                        null,
                        99L,
                        "NOT_YOURS"))))
        .endsWith(
            " VALUES ('2026-03-02T01:00:00.123','student:4711','ENROLL','student:4711',4711,17,99,'DONE',NULL)"
                + ",('2026-03-02T01:00','registrar:3','CANCEL','enrollment:99',NULL,NULL,99,'NOT_YOURS',-5)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x'", "x\\", "a b", "x\n", "é", "x\"", "x;"})
  void nothingButNamesIsTaken(String text) {
    var event =
        new AuditEvent(
            AT, Actor.student(1), AuditedAction.ENROLL, text, 1L, 1L, 1L, AuditEvent.DONE);
    assertThatIllegalArgumentException().isThrownBy(() -> AuditStatements.insert(List.of(event)));
  }
}
