/** Fills an empty database with students, professors and courses, once. */
@NullMarked
package io.sugang.seed;

import org.jspecify.annotations.NullMarked;
