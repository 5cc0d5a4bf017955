/** The ids that belong to warm-up alone. */
@NullMarked
package io.sugang.reserved;

import org.jspecify.annotations.NullMarked;
