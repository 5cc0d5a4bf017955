/** Which requests with an {@code Idempotency-Key} are under way, on all instances. */
@NullMarked
package io.sugang.idempotency;

import org.jspecify.annotations.NullMarked;
