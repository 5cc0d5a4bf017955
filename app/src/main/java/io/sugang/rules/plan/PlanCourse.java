package io.sugang.rules.plan;

import io.sugang.platform.ids.MockIds;
import io.sugang.platform.ids.SeatsId;

/**
 * A course as a plan holds it.
 *
 * @param termId the term whose plans it belongs to
 * @param credits that count toward the limit, 0 for a subject that does not count
 * @param classification of the subject, as printed
 */
public record PlanCourse(
    SeatsId seatsId,
    long termId,
    long subjectId,
    int credits,
    SlotMask times,
    String classification) {
  /** Returns the term by which rules that hold for some terms are judged. */
  long ruleTermId() {
    return MockIds.ruleTerm(termId);
  }
}
