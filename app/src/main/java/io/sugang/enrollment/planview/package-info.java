/** A student's plan for reading: courses, credits and times. */
@ApplicationModule
@NullMarked
package io.sugang.enrollment.planview;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
