/** Who did what: the append-only table {@code audit_event}. */
@NullMarked
package io.sugang.audit;

import org.jspecify.annotations.NullMarked;
