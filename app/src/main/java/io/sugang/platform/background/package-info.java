/** Work that an instance does again and again. */
@ApplicationModule
@NullMarked
package io.sugang.platform.background;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
