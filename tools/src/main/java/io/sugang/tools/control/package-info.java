/**
 * The seam between commands and the stack: operations on its parts, and its servers as an
 * administrator reaches them.
 */
@NullMarked
package io.sugang.tools.control;

import org.jspecify.annotations.NullMarked;
