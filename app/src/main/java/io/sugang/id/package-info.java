/** Ids of students, courses and enrollments: their range, and which are known to exist. */
@NullMarked
package io.sugang.id;

import org.jspecify.annotations.NullMarked;
