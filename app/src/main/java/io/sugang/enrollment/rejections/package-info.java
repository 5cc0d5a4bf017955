/** The refusals of the last minutes, for the student whose they are. */
@ApplicationModule
@NullMarked
package io.sugang.enrollment.rejections;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
