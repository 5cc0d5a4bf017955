/** The stack in containers. */
@NullMarked
package io.sugang.ops.docker;

import org.jspecify.annotations.NullMarked;
