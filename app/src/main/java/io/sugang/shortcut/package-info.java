/** The short way of the requests that a rush consists of. */
@NullMarked
package io.sugang.shortcut;

import org.jspecify.annotations.NullMarked;
