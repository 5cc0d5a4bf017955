/** Enrollments and cancels: their steps through eligibility, gate and ledger. */
@ApplicationModule
@NullMarked
package io.sugang.enrollment.service;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
