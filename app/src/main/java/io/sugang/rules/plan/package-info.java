/**
 * What a student holds in a term, and the rules that it keeps (I6): no two courses at the same
 * time, no subject twice, no more credits than the limit. Pure decisions; the ledger reads the plan
 * and locks it.
 */
@ApplicationModule
@NullMarked
package io.sugang.rules.plan;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
