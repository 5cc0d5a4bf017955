/**
 * Brings the gate back to what the ledger says: open entries that nobody settled, and rosters that
 * drifted or were lost.
 */
@NullMarked
package io.sugang.reconciler;

import org.jspecify.annotations.NullMarked;
