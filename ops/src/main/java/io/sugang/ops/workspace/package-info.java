/** The clone that a command works on: its folders, settings, lock and terminal. */
@NullMarked
package io.sugang.ops.workspace;

import org.jspecify.annotations.NullMarked;
