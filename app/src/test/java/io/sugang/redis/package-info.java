/** Tests of what all that use Redis share. */
@NullMarked
package io.sugang.redis;

import org.jspecify.annotations.NullMarked;
