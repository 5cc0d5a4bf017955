/** The command line: every command of {@code ./sugang}, with its options defined once. */
@NullMarked
package io.sugang.tools.cli;

import org.jspecify.annotations.NullMarked;
