/** The seam between commands and the stack: operations on its parts. */
@NullMarked
package io.sugang.lab.control;

import org.jspecify.annotations.NullMarked;
