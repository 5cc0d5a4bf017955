/** Which requests an instance still takes on when more come than it can answer. */
@NullMarked
package io.sugang.admission;

import org.jspecify.annotations.NullMarked;
