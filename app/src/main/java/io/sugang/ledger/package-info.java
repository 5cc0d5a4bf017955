/** The ledger: enrollments in MySQL, committed in groups; it has the last word about every seat. */
@NullMarked
package io.sugang.ledger;

import org.jspecify.annotations.NullMarked;
