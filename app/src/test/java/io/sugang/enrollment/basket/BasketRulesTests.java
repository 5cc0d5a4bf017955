package io.sugang.enrollment.basket;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.enrollment.basket.BasketDecision.RejectedChange;
import io.sugang.enrollment.basket.BasketDecision.Settled;
import io.sugang.enrollment.service.Reason;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.platform.problem.ProblemType;
import io.sugang.rules.plan.PlanRejection.CreditLimit;
import io.sugang.rules.plan.PlanRejection.SameSubject;
import io.sugang.rules.window.CourseRejections;
import io.sugang.rules.window.RegistrationFacts;
import io.sugang.rules.window.RegistrationRejection;
import io.sugang.rules.window.RegistrationRejection.Closed;
import io.sugang.rules.window.RegistrationRejection.OtherStanding;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a basket of four courses may become; a pool of the student's course 4 has the id 40. */
class BasketRulesTests {
  private static final Instant NOW = Instant.parse("2027-02-22T01:00:00Z");
  private static final Basket BASKET =
      new Basket(
          new StudentId(7),
          20271,
          3,
          List.of(
              new BasketItem(new CourseId(1), BasketKind.WANTED, 1),
              new BasketItem(new CourseId(2), BasketKind.RESERVE, 3),
              new BasketItem(new CourseId(4), BasketKind.WANTED, 4),
              new BasketItem(new CourseId(3), BasketKind.WANTED, 6)),
          Set.of(new CourseId(4)));
  private final BasketRules rules =
      new BasketRules(4, id -> new CourseId(id.value() == 40 ? 4 : id.value()));
  private final ScriptedFacts facts = new ScriptedFacts();

  private static final class ScriptedFacts implements RegistrationFacts {
    private @Nullable RegistrationRejection basketRejection;
    private CourseRejections rejections = CourseRejections.NONE;
    private final List<List<CourseId>> planned = new ArrayList<>();

    @Override
    public @Nullable RegistrationRejection basketRejection(long termId, Instant arrivedAt) {
      return basketRejection;
    }

    @Override
    public CourseRejections rejections(
        CourseId courseId, Collection<CourseId> others, Instant arrivedAt) {
      planned.add(List.copyOf(others));
      return rejections;
    }
  }

  private static List<BasketItem> changed(BasketDecision decision) {
    assertThat(decision).isInstanceOf(Settled.class);
    return ((Settled) decision).basket().items();
  }

  private static List<ProblemType> codes(BasketDecision decision) {
    assertThat(decision).isInstanceOf(RejectedChange.class);
    return ((RejectedChange) decision).reasons().stream().map(Reason::code).toList();
  }

  private void everythingIsAgainstIt() {
    facts.rejections =
        new CourseRejections(
            List.of(new OtherStanding("LEAVE")),
            List.of(new SameSubject(new SeatsId(40)), new CreditLimit(16, 18, 3)));
  }

  @Test
  void aWantedCourseIsJudgedWithTheOthersAndGoesToTheEnd() {
    assertThat(changed(rules.put(BASKET, facts, new CourseId(9), BasketKind.WANTED, NOW)))
        .hasSize(5)
        .endsWith(new BasketItem(new CourseId(9), BasketKind.WANTED, 5));
    assertThat(facts.planned).containsExactly(List.of(new CourseId(1), new CourseId(3)));
  }

  @Test
  void coursesThatComeAndGoMoveNoPositionBeyondTheItems() {
    Basket basket = BASKET.without(new CourseId(2));
    for (int i = 0; i < 40_000; i++) {
      basket = basket.with(new CourseId(9), BasketKind.WANTED).without(new CourseId(9));
    }
    assertThat(basket.with(new CourseId(9), BasketKind.RESERVE).items())
        .containsExactly(
            new BasketItem(new CourseId(1), BasketKind.WANTED, 1),
            new BasketItem(new CourseId(4), BasketKind.WANTED, 2),
            new BasketItem(new CourseId(3), BasketKind.WANTED, 3),
            new BasketItem(new CourseId(9), BasketKind.RESERVE, 4));
  }

  @Test
  void aWantedCourseAgainstRulesIsRejectedWithAllReasons() {
    everythingIsAgainstIt();
    BasketDecision decision = rules.put(BASKET, facts, new CourseId(9), BasketKind.WANTED, NOW);
    assertThat(codes(decision))
        .containsExactly(
            ProblemType.NOT_ELIGIBLE, ProblemType.SAME_SUBJECT, ProblemType.CREDIT_LIMIT);
    // The course of the pool.
    assertThat(((RejectedChange) decision).reasons().get(1).members())
        .containsEntry("conflictingCourseId", 4L);
  }

  @Test
  void aReserveTakesAnyCourse() {
    everythingIsAgainstIt();
    assertThat(changed(rules.put(BASKET, facts, new CourseId(9), BasketKind.RESERVE, NOW)))
        .endsWith(new BasketItem(new CourseId(9), BasketKind.RESERVE, 5));
  }

  @Test
  void anotherKindKeepsThePlaceAndTheRules() {
    assertThat(changed(rules.put(BASKET, facts, new CourseId(2), BasketKind.WANTED, NOW)))
        .contains(new BasketItem(new CourseId(2), BasketKind.WANTED, 3));
    everythingIsAgainstIt();
    assertThat(codes(rules.put(BASKET, facts, new CourseId(2), BasketKind.WANTED, NOW))).hasSize(3);
    assertThat(changed(rules.put(BASKET, facts, new CourseId(1), BasketKind.RESERVE, NOW)))
        .startsWith(new BasketItem(new CourseId(1), BasketKind.RESERVE, 1));
  }

  @Test
  void theSameKindAgainIsThereWhateverTheRulesAndWindowsSayNow() {
    everythingIsAgainstIt();
    facts.basketRejection = new Closed(NOW);
    assertThat(changed(rules.put(BASKET, facts, new CourseId(1), BasketKind.WANTED, NOW)))
        .isEqualTo(BASKET.items());
  }

  @Test
  void aCourseThatTheStudentHoldsIsRejected() {
    assertThat(codes(rules.put(BASKET, facts, new CourseId(4), BasketKind.RESERVE, NOW)))
        .containsExactly(ProblemType.ALREADY_ENROLLED);
  }

  @Test
  void aFullBasketTakesNoNewCourseAndHeldOnesDoNotFillIt() {
    Basket full = BASKET.with(new CourseId(9), BasketKind.RESERVE);
    assertThat(full.shown()).hasSize(4);
    assertThat(codes(rules.put(full, facts, new CourseId(10), BasketKind.RESERVE, NOW)))
        .containsExactly(ProblemType.BASKET_FULL);
    assertThat(changed(rules.put(full, facts, new CourseId(9), BasketKind.WANTED, NOW))).hasSize(5);
  }

  @Test
  void outsideTheWindowNothingChanges() {
    facts.basketRejection = new Closed(NOW);
    assertThat(codes(rules.put(BASKET, facts, new CourseId(9), BasketKind.RESERVE, NOW)))
        .containsExactly(ProblemType.CLOSED);
    assertThat(codes(rules.remove(BASKET, facts, new CourseId(1), NOW)))
        .containsExactly(ProblemType.CLOSED);
    assertThat(
            codes(
                rules.order(
                    BASKET,
                    facts,
                    List.of(new CourseId(3), new CourseId(2), new CourseId(1)),
                    NOW)))
        .containsExactly(ProblemType.CLOSED);
    assertThat(changed(rules.remove(BASKET, facts, new CourseId(9), NOW)))
        .isEqualTo(BASKET.items());
    assertThat(
            changed(
                rules.order(
                    BASKET,
                    facts,
                    List.of(new CourseId(1), new CourseId(2), new CourseId(3)),
                    NOW)))
        .isEqualTo(BASKET.items());
  }

  @Test
  void aRemovedCourseIsGone() {
    assertThat(changed(rules.remove(BASKET, facts, new CourseId(1), NOW)))
        .extracting(BasketItem::courseId)
        .containsExactly(new CourseId(2), new CourseId(4), new CourseId(3));
  }

  @Test
  void anOrderIsOneOfAllShownCoursesAndHeldOnesKeepTheirPlace() {
    assertThat(
            changed(
                rules.order(
                    BASKET,
                    facts,
                    List.of(new CourseId(3), new CourseId(1), new CourseId(2)),
                    NOW)))
        .containsExactly(
            new BasketItem(new CourseId(3), BasketKind.WANTED, 1),
            new BasketItem(new CourseId(1), BasketKind.WANTED, 2),
            new BasketItem(new CourseId(4), BasketKind.WANTED, 3),
            new BasketItem(new CourseId(2), BasketKind.RESERVE, 4));
    for (List<Long> other :
        List.of(
            List.of(1L, 2L),
            List.of(1L, 2L, 3L, 4L),
            List.of(1L, 2L, 3L, 3L),
            List.of(1L, 2L, 2L),
            List.of(1L, 2L, 9L))) {
      BasketDecision decision =
          rules.order(BASKET, facts, other.stream().map(CourseId::new).toList(), NOW);
      assertThat(codes(decision)).containsExactly(ProblemType.BASKET_CHANGED);
      assertThat(((RejectedChange) decision).reasons().getFirst().members())
          .containsEntry("courseIds", List.of(1L, 2L, 3L));
    }
  }

  @Test
  void theReasonsOfACourseFollowFromThePlanAndTheWantedCourses() {
    everythingIsAgainstIt();
    assertThat(rules.reasons(BASKET, facts, new CourseId(2), NOW)).hasSize(3);
    assertThat(facts.planned).containsExactly(List.of(new CourseId(1), new CourseId(3)));
  }
}
