/**
 * Overrides: rules that the desk waives for one student and one course. The student asks, staff
 * decide, and the student confirms, which makes the enrollment.
 */
@ApplicationModule
@NullMarked
package io.sugang.registrar.override;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
