/** The ledger: enrollments in MySQL, committed in groups. It decides about every seat. */
@ApplicationModule
@NullMarked
package io.sugang.seats.ledger;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
