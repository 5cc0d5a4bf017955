/** The requests in flight with an {@code Idempotency-Key}, on all instances. */
@NullMarked
package io.sugang.idempotency;

import org.jspecify.annotations.NullMarked;
