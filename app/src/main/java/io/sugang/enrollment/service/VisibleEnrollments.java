package io.sugang.enrollment.service;

import io.sugang.platform.ids.WarmupPass;
import io.sugang.seats.ledger.EnrollmentRow;
import io.sugang.signin.ActingUser;
import jakarta.servlet.http.HttpServletRequest;
import java.util.function.Predicate;
import org.springframework.stereotype.Component;

/** The enrollments that a request may see. To it, there are no others. */
@Component
class VisibleEnrollments {
  private final WarmupPass warmup;

  VisibleEnrollments(WarmupPass warmup) {
    this.warmup = warmup;
  }

  Predicate<EnrollmentRow> to(HttpServletRequest http) {
    boolean ofWarmup = warmup.isCarriedBy(http);
    ActingUser user = ActingUser.of(http);
    return row ->
        (ofWarmup || !row.studentId().isReserved() && !row.seatsId().isReserved())
            && user.mayRead(row.studentId().value());
  }
}
