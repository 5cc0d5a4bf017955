/** Load shedding: which requests an instance accepts when more arrive than it can answer. */
@ApplicationModule
@NullMarked
package io.sugang.server.admission;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
