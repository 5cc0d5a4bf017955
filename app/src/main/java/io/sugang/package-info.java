/** Course enrollment whose seats are decided in Redis and kept by MySQL. */
@NullMarked
package io.sugang;

import org.jspecify.annotations.NullMarked;
