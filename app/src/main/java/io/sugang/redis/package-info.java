/** Redis where it is a help that may be missing; the gate has a circuit and rules of its own. */
@NullMarked
package io.sugang.redis;

import org.jspecify.annotations.NullMarked;
