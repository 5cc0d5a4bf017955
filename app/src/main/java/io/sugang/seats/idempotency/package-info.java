/** The requests in flight with an {@code Idempotency-Key}, on all instances. */
@ApplicationModule
@NullMarked
package io.sugang.seats.idempotency;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
