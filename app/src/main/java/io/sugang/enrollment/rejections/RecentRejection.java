package io.sugang.enrollment.rejections;

import io.sugang.platform.problem.ProblemType;

/**
 * An enrollment that was rejected.
 *
 * @param atMillis the shared clock when it was decided, in milliseconds since 1970
 */
record RecentRejection(long studentId, long courseId, ProblemType reason, long atMillis) {}
