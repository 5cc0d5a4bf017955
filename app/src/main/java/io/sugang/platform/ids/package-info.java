/** Ids of students, courses and enrollments: their range, and which are known to exist. */
@ApplicationModule
@NullMarked
package io.sugang.platform.ids;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
