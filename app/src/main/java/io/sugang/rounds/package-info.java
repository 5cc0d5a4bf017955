/** Work that an instance does again and again. */
@NullMarked
package io.sugang.rounds;

import org.jspecify.annotations.NullMarked;
