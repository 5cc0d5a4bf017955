/** The seats of the courses as Redis knows them. */
@NullMarked
package io.sugang.seat;

import org.jspecify.annotations.NullMarked;
