/** Work that an instance does again and again. */
@ApplicationModule
@NullMarked
package io.sugang.rounds;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
