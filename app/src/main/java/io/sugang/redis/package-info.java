/**
 * What all that use Redis share, and calls to a Redis that may be missing; the gate has a circuit
 * and rules of its own.
 */
@NullMarked
package io.sugang.redis;

import org.jspecify.annotations.NullMarked;
