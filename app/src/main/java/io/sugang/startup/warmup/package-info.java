/**
 * The warm-up before readiness: fills caches, reads pages, gets code compiled and opens the port.
 */
@ApplicationModule
@NullMarked
package io.sugang.startup.warmup;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
