/** Meters that a request only adds to: registered at the start, never looked up. */
@ApplicationModule
@NullMarked
package io.sugang.platform.metrics;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
