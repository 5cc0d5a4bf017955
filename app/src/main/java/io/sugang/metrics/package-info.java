/** Meters that cost a request nothing but adding numbers: made at the start, never looked up. */
@NullMarked
package io.sugang.metrics;

import org.jspecify.annotations.NullMarked;
