/** The first data of an empty database: students, professors and courses. */
@NullMarked
package io.sugang.seed;

import org.jspecify.annotations.NullMarked;
