/**
 * The clock that all instances share, followed from Redis, or from MySQL while Redis is away. The
 * gate has a clock of its own for its time limits: it must be Redis' clock, also a wrong one.
 */
@ApplicationModule
@NullMarked
package io.sugang.platform.clock;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
