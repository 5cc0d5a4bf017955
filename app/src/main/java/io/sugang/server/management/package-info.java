/** The border of the management port: which requests it takes, as it has no sign-in. */
@ApplicationModule
@NullMarked
package io.sugang.server.management;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
