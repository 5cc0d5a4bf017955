/** What options of commands have in common. */
@NullMarked
package io.sugang.tools.options;

import org.jspecify.annotations.NullMarked;
