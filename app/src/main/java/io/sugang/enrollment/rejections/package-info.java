/** Recent rejections of a student, for display. */
@ApplicationModule
@NullMarked
package io.sugang.enrollment.rejections;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
