/** Courses and their professors. */
@NullMarked
package io.sugang.course;

import org.jspecify.annotations.NullMarked;
