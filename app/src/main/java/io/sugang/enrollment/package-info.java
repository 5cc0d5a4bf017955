/** Enrolling and cancelling: the way of a request through eligibility, gate and ledger. */
@NullMarked
package io.sugang.enrollment;

import org.jspecify.annotations.NullMarked;
