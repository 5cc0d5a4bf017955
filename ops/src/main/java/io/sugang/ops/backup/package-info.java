/** Backups of MySQL, and the restore of one up to a moment. */
@NullMarked
package io.sugang.ops.backup;

import org.jspecify.annotations.NullMarked;
