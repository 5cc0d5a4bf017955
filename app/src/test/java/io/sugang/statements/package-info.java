/** What the service asks of MySQL, as MySQL itself recorded it. */
@NullMarked
package io.sugang.statements;

import org.jspecify.annotations.NullMarked;
