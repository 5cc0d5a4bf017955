/**
 * The seats of courses: the gate in Redis, the ledger in MySQL, and what keeps them equal. The
 * protocol is model-checked.
 */
@NullMarked
package io.sugang.seats;

import org.jspecify.annotations.NullMarked;
