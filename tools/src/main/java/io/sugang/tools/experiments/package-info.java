/**
 * Variants of the service beside each other, under the same loads: {@code ./sugang experiments}.
 */
@NullMarked
package io.sugang.tools.experiments;

import org.jspecify.annotations.NullMarked;
