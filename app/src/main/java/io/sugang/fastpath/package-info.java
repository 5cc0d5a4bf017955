/** The short way of the requests that a rush consists of. */
@NullMarked
package io.sugang.fastpath;

import org.jspecify.annotations.NullMarked;
