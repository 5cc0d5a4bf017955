/**
 * Pools: parts of a course's seats with audiences of their own, and seats that reach a course at a
 * time. To gate and ledger a pool is what a course is.
 */
@ApplicationModule
@NullMarked
package io.sugang.seats.pool;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
