/** A student's plan for reading: courses, credits and times. */
@NullMarked
package io.sugang.timetable;

import org.jspecify.annotations.NullMarked;
