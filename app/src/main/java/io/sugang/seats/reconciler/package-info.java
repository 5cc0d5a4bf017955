/**
 * The reconciler: repairs the gate from the ledger, by settling old pending entries and loading
 * rosters that drifted or were lost.
 */
@ApplicationModule
@NullMarked
package io.sugang.seats.reconciler;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
