/** The first data of an empty database: students, professors and courses. */
@ApplicationModule
@NullMarked
package io.sugang.startup.seed;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
