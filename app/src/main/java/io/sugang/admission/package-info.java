/** Load shedding: which requests an instance accepts when more arrive than it can answer. */
@NullMarked
package io.sugang.admission;

import org.jspecify.annotations.NullMarked;
