package io.sugang.rules.window;

import io.sugang.rules.plan.RetakeRule;
import io.sugang.rules.plan.StudentHistory;
import java.util.List;

/**
 * What does not change about a student while a window is open.
 *
 * @param retakeRules those for the student, in their order
 */
record StudentFacts(StudentHistory history, List<RetakeRule> retakeRules) {}
