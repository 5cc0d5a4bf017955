/** The shutdown of an instance: NGINX uses other instances before any connection is closed. */
@ApplicationModule
@NullMarked
package io.sugang.shutdown;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
