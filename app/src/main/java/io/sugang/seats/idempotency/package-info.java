/** The header {@code Idempotency-Key}, and the requests in flight with one, on all instances. */
@ApplicationModule
@NullMarked
package io.sugang.seats.idempotency;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
