/** The command line: all commands of operations, and an interface by which modules add more. */
@NullMarked
package io.sugang.ops.cli;

import org.jspecify.annotations.NullMarked;
