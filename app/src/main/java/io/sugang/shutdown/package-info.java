/** The shutdown of an instance: NGINX uses other instances before any connection is closed. */
@NullMarked
package io.sugang.shutdown;

import org.jspecify.annotations.NullMarked;
