/**
 * The gate: seats decided in Redis by atomic scripts, in front of the ledger and never instead of
 * it.
 */
@ApplicationModule
@NullMarked
package io.sugang.seats.gate;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
