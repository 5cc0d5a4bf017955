/** Judges from outside whether MySQL and Redis hold what the service promises. */
@NullMarked
package io.sugang.verifier;

import org.jspecify.annotations.NullMarked;
