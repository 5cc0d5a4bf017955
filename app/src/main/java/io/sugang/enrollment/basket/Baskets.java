package io.sugang.enrollment.basket;

import io.sugang.enrollment.basket.BasketDecision.RejectedChange;
import io.sugang.enrollment.basket.BasketDecision.Settled;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.StudentId;
import io.sugang.platform.problem.Causes;
import io.sugang.platform.problem.ProblemType;
import io.sugang.platform.problem.TemporarilyUnavailableException;
import io.sugang.rules.window.RegistrationFacts;
import io.sugang.rules.window.RegistrationRules;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * Reads and changes of baskets. A change is decided by a basket that was read, and is written only
 * if the basket is still the same; otherwise it is decided again. So no lock is held while the
 * rules are read.
 */
@Service
class Baskets {
  private static final int MOST_TRIES = 5;

  private final BasketRows rows;
  private final RegistrationRules rules;

  Baskets(BasketRows rows, RegistrationRules rules) {
    this.rows = rows;
    this.rules = rules;
  }

  /** Returns a basket as {@link BasketRows#find} does. */
  @Nullable Basket find(StudentId studentId, @Nullable Long termId) {
    return rows.find(studentId, termId);
  }

  /** Reads what has to be known to judge the courses of a basket. */
  RegistrationFacts factsAbout(Basket basket) {
    return facts(basket.studentId(), basket.shownCourses());
  }

  private RegistrationFacts facts(StudentId studentId, List<CourseId> courseIds) {
    try {
      return rules.facts(studentId, courseIds).join();
    } catch (CompletionException failure) {
      throw Causes.ofStage(failure) instanceof RuntimeException thrown ? thrown : failure;
    }
  }

  /**
   * Changes a basket.
   *
   * @param termId as {@link BasketRows#find} takes it
   * @param courseId a course that is judged besides those of the basket; null: none
   * @param decide from the basket and facts about its courses
   * @throws TemporarilyUnavailableException when the rules cannot be read, or when other requests
   *     change the basket all the time
   */
  BasketDecision change(
      StudentId studentId,
      @Nullable Long termId,
      @Nullable CourseId courseId,
      BiFunction<Basket, RegistrationFacts, BasketDecision> decide) {
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      Basket basket = rows.find(studentId, termId);
      if (basket == null) {
        return notRegistered(termId);
      }
      List<CourseId> courseIds = new ArrayList<>(basket.shownCourses());
      if (courseId != null && !courseIds.contains(courseId)) {
        courseIds.add(courseId);
      }
      switch (decide.apply(basket, facts(studentId, courseIds))) {
        case RejectedChange rejected -> {
          return rejected;
        }
        case Settled changed -> {
          if (changed.basket().equals(basket) || rows.replace(basket, changed.basket())) {
            return changed;
          }
        }
      }
    }
    throw new TemporarilyUnavailableException(
        "Other requests change the basket. Send this one again after a second.",
        new ConcurrentModificationException());
  }

  private static RejectedChange notRegistered(@Nullable Long termId) {
    return termId == null
        ? RejectedChange.because(
            ProblemType.NOT_IN_TERM, "The student is registered in no term.", Map.of())
        : RejectedChange.because(
            ProblemType.NOT_IN_TERM,
            "The student is not registered in term " + termId + ".",
            Map.of("termId", termId));
  }
}
