/** Courses and their professors. */
@ApplicationModule
@NullMarked
package io.sugang.catalog.course;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
