/** Courses and who teaches them. */
@NullMarked
package io.sugang.course;

import org.jspecify.annotations.NullMarked;
