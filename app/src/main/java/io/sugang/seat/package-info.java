/**
 * The gate: seats decided in Redis by atomic scripts, in front of the ledger and never instead of
 * it.
 */
@NullMarked
package io.sugang.seat;

import org.jspecify.annotations.NullMarked;
