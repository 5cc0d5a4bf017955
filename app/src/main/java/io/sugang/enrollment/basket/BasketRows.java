package io.sugang.enrollment.basket;

import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.StudentId;
import io.sugang.seats.ledger.StudentTransactions;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.SqlParameterValue;
import org.springframework.stereotype.Component;

/** Baskets in MySQL. */
@Component
class BasketRows {
  private static final String BASKET =
      "SELECT s.term_id, COALESCE(b.revision, 0) FROM student_term s FORCE INDEX (PRIMARY)"
          + " JOIN term t ON t.term_id = s.term_id"
          + " LEFT JOIN basket b ON b.student_id = s.student_id AND b.term_id = s.term_id"
          + " WHERE s.student_id = ? AND COALESCE(s.term_id = ?, TRUE)"
          + " ORDER BY t.kind = 'REGULAR' DESC, t.term_id DESC LIMIT 1";
  private static final String ITEMS =
      "SELECT course_id, kind, position FROM basket_item FORCE INDEX (PRIMARY)"
          + " WHERE student_id = ? AND term_id = ? ORDER BY position, course_id";
  private static final String HELD =
      "SELECT COALESCE(c.pool_of, c.course_id) FROM enrollment e FORCE INDEX (ix_enrollment_plan)"
          + " JOIN course c ON c.course_id = e.course_id WHERE e.student_id = ?";
  // No foreign key to the student: its check would wait where the row of the student is locked.
  private static final String BEGIN =
      "INSERT INTO basket (student_id, term_id, revision) VALUES (?, ?, 1)";
  private static final String GO_ON =
      "UPDATE basket SET revision = revision + 1"
          + " WHERE student_id = ? AND term_id = ? AND revision = ?";
  private static final String REMOVE =
      "DELETE FROM basket_item WHERE student_id = ? AND term_id = ? AND course_id = ?";
  private static final String PUT =
      "INSERT INTO basket_item (student_id, term_id, course_id, kind, position)"
          + " VALUES (?, ?, ?, ?, ?) AS new"
          + " ON DUPLICATE KEY UPDATE kind = new.kind, position = new.position";

  private final JdbcTemplate reads;
  private final StudentTransactions transactions;
  private final JdbcTemplate jdbc;

  BasketRows(JdbcTemplate reads, StudentTransactions transactions) {
    this.reads = reads;
    this.transactions = transactions;
    this.jdbc = transactions.jdbc();
  }

  private record Term(long termId, long revision) {}

  /**
   * Reads the basket of a student.
   *
   * @param termId null: the newest regular term in which the student is registered, or otherwise
   *     the newest mock term
   * @return null where the student is registered in no such term
   */
  @Nullable Basket find(StudentId studentId, @Nullable Long termId) {
    // The revision first: what is read after it may be newer, and then a change begins again.
    Term term =
        reads
            .query(
                BASKET,
                (row, n) -> new Term(row.getLong(1), row.getLong(2)),
                studentId.value(),
                // With its type, because JDBC asks the server for the type of a null without one.
                new SqlParameterValue(Types.BIGINT, termId))
            .stream()
            .findFirst()
            .orElse(null);
    if (term == null) {
      return null;
    }
    List<BasketItem> items =
        reads.query(ITEMS, (row, n) -> item(row), studentId.value(), term.termId());
    Set<CourseId> held =
        new HashSet<>(
            reads.query(HELD, (row, n) -> new CourseId(row.getLong(1)), studentId.value()));
    return new Basket(studentId, term.termId(), term.revision(), items, held);
  }

  private static BasketItem item(ResultSet row) throws SQLException {
    return new BasketItem(
        new CourseId(row.getLong(1)), BasketKind.valueOf(row.getString(2)), row.getInt(3));
  }

  /**
   * Writes a changed basket.
   *
   * @return false when the basket was changed since it was read; then nothing is written
   */
  boolean replace(Basket basket, Basket changed) {
    return transactions.execute(() -> {
      if (!goesOn(basket)) {
        return false;
      }
      write(basket, changed);
      return true;
    });
  }

  private boolean goesOn(Basket basket) {
    try {
      return basket.revision() == 0
          ? jdbc.update(BEGIN, basket.studentId().value(), basket.termId()) == 1
          : jdbc.update(GO_ON, basket.studentId().value(), basket.termId(), basket.revision()) == 1;
    } catch (DuplicateKeyException anotherOneBegan) {
      return false;
    }
  }

  private void write(Basket basket, Basket changed) {
    List<Object[]> removed = new ArrayList<>();
    for (BasketItem item : basket.items()) {
      if (changed.find(item.courseId()) == null) {
        removed.add(
            new Object[] {basket.studentId().value(), basket.termId(), item.courseId().value()});
      }
    }
    List<Object[]> put = new ArrayList<>();
    for (BasketItem item : changed.items()) {
      if (!basket.items().contains(item)) {
        put.add(
            new Object[] {
              basket.studentId().value(),
              basket.termId(),
              item.courseId().value(),
              item.kind().name(),
              item.position()
            });
      }
    }
    if (!removed.isEmpty()) {
      jdbc.batchUpdate(REMOVE, removed);
    }
    if (!put.isEmpty()) {
      jdbc.batchUpdate(PUT, put);
    }
  }
}
