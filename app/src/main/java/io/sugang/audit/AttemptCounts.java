package io.sugang.audit;

import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.SqlParameterValue;

/**
 * How many refused attempts each user made within a minute, which begins with the first one. The
 * first {@value #MOST_ROWS} are rows of their own. The others are one row with their number, which
 * is written when the minute is over.
 */
final class AttemptCounts {
  static final int MOST_ROWS = 20;

  /** Users of a minute, some 200 bytes each. */
  static final int MOST_USERS = 10_000;

  static final String ACTION = "REFUSED_ATTEMPTS";
  private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final String INSERT =
      "INSERT INTO audit_event (at, actor, action, target, detail, outcome, session_id)"
          + " VALUES (?, ?, ?, ?, ?, ?, ?)";

  private record User(String role, long id) {}

  /** The attempts of a user that have no rows of their own. */
  private record Others(Instant first, AuditEvent last, long number) {}

  private record Minute(long beganNanos, int rows, @Nullable Others others) {
    private Minute withRow() {
      return new Minute(beganNanos, rows + 1, others);
    }

    private Minute withOther(AuditEvent attempt) {
      Others before = others;
      return new Minute(
          beganNanos,
          rows,
          before == null
              ? new Others(attempt.at(), attempt, 1)
              : new Others(before.first, attempt, before.number + 1));
    }

    private boolean isOver(long nowNanos) {
      return nowNanos - beganNanos >= MINUTE_NANOS;
    }
  }

  private final ConcurrentMap<User, Minute> minutes = new ConcurrentHashMap<>();
  private final JdbcTemplate jdbc;

  AttemptCounts(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** Takes an attempt for the next statement; returns whether it had room. */
  interface Rows {
    boolean offer(AuditEvent attempt);
  }

  /**
   * Notes an attempt, as a row or in the number of its user.
   *
   * @return false when more than {@value #MOST_USERS} users have attempts, so that it is lost
   */
  boolean note(AuditEvent attempt, Rows rows) {
    AtomicBoolean noted = new AtomicBoolean(true);
    minutes.compute(
        user(attempt),
        (user, minute) -> {
          if (minute == null && minutes.size() >= MOST_USERS) {
            noted.set(rows.offer(attempt));
            return null;
          }
          Minute now = minute == null ? new Minute(System.nanoTime(), 0, null) : minute;
          return now.rows < MOST_ROWS && rows.offer(attempt)
              ? now.withRow()
              : now.withOther(attempt);
        });
    return noted.get();
  }

  /** Counts attempts whose rows could not be written; returns how many are lost. */
  int countInstead(Collection<AuditEvent> attempts) {
    int lost = 0;
    for (AuditEvent attempt : attempts) {
      Minute minute =
          minutes.computeIfPresent(user(attempt), (user, before) -> before.withOther(attempt));
      lost += minute == null ? 1 : 0;
    }
    return lost;
  }

  private static User user(AuditEvent attempt) {
    return new User(attempt.actor().role(), attempt.actor().id());
  }

  /**
   * Writes the numbers of the minutes that are over, and forgets them. A number that MySQL does not
   * take stays for the next time.
   *
   * @param all also of minutes that are not over
   * @throws DataAccessException when MySQL does not take one
   */
  void write(boolean all) {
    long now = System.nanoTime();
    List<User> over = new ArrayList<>();
    minutes.forEach((user, minute) -> {
      if (all || minute.isOver(now)) {
        over.add(user);
      }
    });
    for (User user : over) {
      Minute minute = minutes.remove(user);
      if (minute != null && minute.others != null) {
        try {
          insert(minute.others);
        } catch (RuntimeException away) {
          putBack(user, minute);
          throw away;
        }
      }
    }
  }

  // Attempts may have come meanwhile: they had rows of their own, as of a new minute.
  private void putBack(User user, Minute before) {
    minutes.merge(
        user,
        before,
        (meanwhile, old) -> {
          Others olds = old.others;
          Others news = meanwhile.others;
          Others both =
              olds == null || news == null
                  ? (olds == null ? news : olds)
                  : new Others(olds.first, news.last, olds.number + news.number);
          return new Minute(old.beganNanos, old.rows, both);
        });
  }

  private void insert(Others attempts) {
    AuditEvent last = attempts.last;
    jdbc.update(
        INSERT,
        LocalDateTime.ofInstant(last.at().truncatedTo(ChronoUnit.MILLIS), ZoneOffset.UTC),
        last.actor().name(),
        ACTION,
        last.actor().name(),
        "{\"before\":null,\"after\":{\"attempts\":%d,\"from\":\"%s\",\"to\":\"%s\"}}"
            .formatted(attempts.number, attempts.first, last.at()),
        last.outcome(),
        new SqlParameterValue(Types.BIGINT, last.actor().sessionOrNull()));
  }
}
