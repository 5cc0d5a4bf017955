/** What runs before the public port opens. */
@NullMarked
package io.sugang.startup;

import org.jspecify.annotations.NullMarked;
