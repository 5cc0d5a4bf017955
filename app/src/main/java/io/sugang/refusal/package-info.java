/** The refusals of the last minutes, for the student whose they are. */
@NullMarked
package io.sugang.refusal;

import org.jspecify.annotations.NullMarked;
