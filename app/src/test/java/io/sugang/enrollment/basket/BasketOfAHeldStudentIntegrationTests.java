package io.sugang.enrollment.basket;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rows.Rows;
import io.sugang.rows.TermRows;
import io.sugang.seats.ledger.StudentTransactions;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.SugangTest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Another session holds the row of one student, as a correction or an import does. */
@SugangTest
class BasketOfAHeldStudentIntegrationTests {
  private static final long HELD = 8_980_001;
  private static final long OTHER = HELD + 1;
  // One basket more than there are connections.
  private static final int TERMS = StudentTransactions.CONNECTIONS + 1;
  private static final long FIRST_TERM = 20_881;
  // A wait for the lock of the row would end with an error after two seconds.
  private static final Duration AMPLE = Duration.ofSeconds(30);

  @Autowired BasketRows baskets;
  @Autowired MySqlDatabase database;

  @BeforeAll
  static void rows(@Autowired MySqlDatabase database) {
    Rows rows = new Rows(database.jdbc());
    TermRows terms = new TermRows(database.jdbc());
    rows.student(HELD);
    rows.student(OTHER);
    for (int term = 0; term < TERMS; term++) {
      terms.spring(FIRST_TERM + 10L * term, 2088 + term);
      terms.plan(HELD, FIRST_TERM + 10L * term, 18);
      terms.plan(OTHER, FIRST_TERM + 10L * term, 18);
    }
  }

  private CompletableFuture<Boolean> put(long student, int term) {
    return CompletableFuture.supplyAsync(
        () -> {
          Basket basket =
              Objects.requireNonNull(
                  baskets.find(new StudentId(student), FIRST_TERM + 10L * term), "the plan");
          return baskets.replace(basket, basket.with(new CourseId(1), BasketKind.RESERVE));
        },
        Thread::startVirtualThread);
  }

  @Test
  void itsFirstBasketsAndThoseOfOthersAreWritten() throws SQLException {
    List<CompletableFuture<Boolean>> puts = new ArrayList<>();
    try (Connection session =
        DriverManager.getConnection(database.jdbcUrl(), database.owner(), database.password())) {
      session.setAutoCommit(false);
      try (var statement = session.createStatement()) {
        statement.execute("SELECT email FROM student WHERE student_id = " + HELD + " FOR UPDATE");
      }
      for (int term = 0; term < TERMS; term++) {
        puts.add(put(HELD, term));
      }
      for (int term = 0; term < TERMS; term++) {
        puts.add(put(OTHER, term));
      }
      assertThat(puts).allSatisfy(put -> assertThat(put).succeedsWithin(AMPLE).isEqualTo(true));
      session.rollback();
    }
    assertThat(baskets.find(new StudentId(HELD), FIRST_TERM))
        .isEqualTo(
            new Basket(
                new StudentId(HELD),
                FIRST_TERM,
                1,
                List.of(new BasketItem(new CourseId(1), BasketKind.RESERVE, 1)),
                Set.of()));
  }
}
