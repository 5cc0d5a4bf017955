/** The fast path: handles the requests of a rush before Spring MVC. */
@ApplicationModule
@NullMarked
package io.sugang.server.fastpath;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
