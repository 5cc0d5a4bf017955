package io.sugang.rules.window;

import io.sugang.rules.plan.PlanCourse;

/**
 * A course with a term, as plans and histories ask about it.
 *
 * @param repeatable whether its subject may be taken any number of times
 */
record OfferedCourse(PlanCourse course, boolean repeatable) {}
