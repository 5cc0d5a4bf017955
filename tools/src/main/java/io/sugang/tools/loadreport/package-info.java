/** Follows a load of k6 second by second and writes the report of it: {@code ./sugang load}. */
@NullMarked
package io.sugang.tools.loadreport;

import org.jspecify.annotations.NullMarked;
