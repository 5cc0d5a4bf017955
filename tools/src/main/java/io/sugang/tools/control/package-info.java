/**
 * How a command that runs apart from the stack has its parts started, stopped and broken: by the
 * script that started it.
 */
@NullMarked
package io.sugang.tools.control;

import org.jspecify.annotations.NullMarked;
