/** Rows that tests need in MySQL. */
@NullMarked
package io.sugang.rows;

import org.jspecify.annotations.NullMarked;
