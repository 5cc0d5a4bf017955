/**
 * The registrar's desk: the day at a glance, windows, seats and status of courses, and the search
 * in the audit. Each change has a reason and leaves an event.
 */
@ApplicationModule
@NullMarked
package io.sugang.registrar.desk;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
