/** The problem details (RFC 9457) of every rejection and error of the API. */
@ApplicationModule
@NullMarked
package io.sugang.platform.problem;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
