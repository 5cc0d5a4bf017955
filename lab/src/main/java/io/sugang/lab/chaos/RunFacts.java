package io.sugang.lab.chaos;

/**
 * What the judge knows of a run in addition to answers, rows and capacities.
 *
 * @param pools the courses whose seats are in pools
 * @param closed when the desk had closed courses
 * @param events what became of each enrollment
 */
record RunFacts(PooledCourses pools, ClosedTimes closed, EnrollmentEvents events) {}
