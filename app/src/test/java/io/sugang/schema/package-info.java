/** Migrations of a database that is in use. */
@NullMarked
package io.sugang.schema;

import org.jspecify.annotations.NullMarked;
