/** What options of commands have in common. */
@NullMarked
package io.sugang.ops.options;

import org.jspecify.annotations.NullMarked;
