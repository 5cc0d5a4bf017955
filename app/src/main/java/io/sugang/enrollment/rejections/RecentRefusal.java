package io.sugang.enrollment.rejections;

import io.sugang.platform.problem.ProblemType;

/**
 * An enrollment that was refused.
 *
 * @param atMillis the shared clock when it was decided, in milliseconds since 1970
 */
record RecentRefusal(long studentId, long courseId, ProblemType reason, long atMillis) {}
