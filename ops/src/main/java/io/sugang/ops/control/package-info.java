/** A running stack as an administrator reaches it: accounts, reset, retention of events. */
@NullMarked
package io.sugang.ops.control;

import org.jspecify.annotations.NullMarked;
