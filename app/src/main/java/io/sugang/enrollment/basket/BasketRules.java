package io.sugang.enrollment.basket;

import io.sugang.enrollment.basket.BasketDecision.RejectedChange;
import io.sugang.enrollment.basket.BasketDecision.Settled;
import io.sugang.enrollment.service.Reason;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.problem.ProblemType;
import io.sugang.rules.window.RegistrationAction;
import io.sugang.rules.window.RegistrationFacts;
import io.sugang.rules.window.RegistrationRejection;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a basket may become. The rules of registration are those of the facts.
 *
 * @param most courses that a basket shows
 * @param courseOf the course that a student sees, for a pool of it
 */
record BasketRules(int most, Function<SeatsId, CourseId> courseOf) {

  /**
   * Returns all that is against a course now, by the plan and the {@code WANTED} courses of the
   * basket.
   */
  List<Reason> reasons(Basket basket, RegistrationFacts facts, CourseId courseId, Instant now) {
    return Reason.all(facts.rejections(courseId, basket.wanted(), now), courseId, courseOf, now);
  }

  /**
   * Decides whether a basket may have a course of its term as a kind.
   *
   * @param at when the request arrived, by the shared clock
   */
  BasketDecision put(
      Basket basket, RegistrationFacts facts, CourseId courseId, BasketKind kind, Instant at) {
    if (basket.held().contains(courseId)) {
      return RejectedChange.because(
          ProblemType.ALREADY_ENROLLED,
          "The student is already enrolled in course " + courseId + ".",
          Map.of());
    }
    BasketItem known = basket.find(courseId);
    if (known != null && known.kind() == kind) {
      return new Settled(basket, facts);
    }
    RejectedChange closed = closed(basket, facts, at);
    if (closed != null) {
      return closed;
    }
    int shown = basket.shown().size();
    if (known == null && shown >= most) {
      return RejectedChange.because(
          ProblemType.BASKET_FULL,
          "The basket has %d courses, and %d are allowed.".formatted(shown, most),
          Map.of("most", most));
    }
    List<Reason> against =
        kind == BasketKind.WANTED ? reasons(basket, facts, courseId, at) : List.of();
    return against.isEmpty()
        ? new Settled(basket.with(courseId, kind), facts)
        : new RejectedChange(against);
  }

  /** Decides whether a course may leave a basket. */
  BasketDecision remove(Basket basket, RegistrationFacts facts, CourseId courseId, Instant at) {
    if (basket.find(courseId) == null) {
      return new Settled(basket, facts);
    }
    RejectedChange closed = closed(basket, facts, at);
    return closed == null ? new Settled(basket.without(courseId), facts) : closed;
  }

  /** Decides whether a basket may have another order. */
  BasketDecision order(
      Basket basket, RegistrationFacts facts, List<CourseId> courseIds, Instant at) {
    if (!basket.hasExactly(courseIds)) {
      return RejectedChange.because(
          ProblemType.BASKET_CHANGED,
          "The basket has other courses than the request: %s.".formatted(basket.shownCourses()),
          Map.of("courseIds", basket.shownCourses().stream().map(CourseId::value).toList()));
    }
    if (courseIds.equals(basket.shownCourses())) {
      return new Settled(basket, facts);
    }
    RejectedChange closed = closed(basket, facts, at);
    return closed == null ? new Settled(basket.inOrder(courseIds), facts) : closed;
  }

  private static @Nullable RejectedChange closed(
      Basket basket, RegistrationFacts facts, Instant at) {
    RegistrationRejection rejection = facts.basketRejection(basket.termId(), at);
    return rejection == null
        ? null
        : new RejectedChange(List.of(Reason.of(RegistrationAction.BASKET, rejection, at)));
  }
}
