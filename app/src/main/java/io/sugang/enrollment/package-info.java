/** Enrollments and cancels: their steps through eligibility, gate and ledger. */
@NullMarked
package io.sugang.enrollment;

import org.jspecify.annotations.NullMarked;
