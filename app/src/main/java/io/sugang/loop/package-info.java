/**
 * The event loop of the requests: which connections it reads, and which requests it handles itself.
 */
@ApplicationModule
@NullMarked
package io.sugang.loop;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
