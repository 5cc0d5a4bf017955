package io.sugang.verifier;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A course as Redis has it.
 *
 * @param capacity null when the course is not loaded: then the gate does not decide it
 * @param pending student to {@code token|ms}
 */
record GateCourse(
    long courseId, @Nullable String capacity, Set<String> students, Map<String, String> pending) {}
