/** The fast path: handles the requests of a rush before Spring MVC. */
@NullMarked
package io.sugang.fastpath;

import org.jspecify.annotations.NullMarked;
