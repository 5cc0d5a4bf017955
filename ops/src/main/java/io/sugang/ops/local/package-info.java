/** The stack of local mode: its servers and instances as processes of this machine. */
@NullMarked
package io.sugang.ops.local;

import org.jspecify.annotations.NullMarked;
