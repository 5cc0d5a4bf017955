/** A student as the desk sees one: plan, windows, refusals, overrides and the last sign-in. */
@ApplicationModule
@NullMarked
package io.sugang.registrar.student;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
