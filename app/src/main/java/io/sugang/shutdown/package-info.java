/** How an instance leaves: NGINX takes its requests elsewhere before anything is closed. */
@NullMarked
package io.sugang.shutdown;

import org.jspecify.annotations.NullMarked;
