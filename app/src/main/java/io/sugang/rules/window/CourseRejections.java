package io.sugang.rules.window;

import io.sugang.rules.plan.PlanRejection;
import java.util.List;

/**
 * All rules that forbid a course to a student, in the order in which a click meets them. Windows
 * are not among them.
 *
 * @param ineligible standing, audience and pools
 * @param planned history, then plan
 */
public record CourseRejections(
    List<RegistrationRejection> ineligible, List<PlanRejection> planned) {
  /** Nothing is against the course. */
  public static final CourseRejections NONE = new CourseRejections(List.of(), List.of());

  public CourseRejections {
    ineligible = List.copyOf(ineligible);
    planned = List.copyOf(planned);
  }

  /** Returns whether nothing is against the course. */
  public boolean isEmpty() {
    return ineligible.isEmpty() && planned.isEmpty();
  }
}
