/** Who did what: the append-only table {@code audit_event}. */
@ApplicationModule
@NullMarked
package io.sugang.audit;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
