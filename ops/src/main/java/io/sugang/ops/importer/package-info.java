/** Reads the registrar's files and writes them to MySQL, all or nothing. */
@NullMarked
package io.sugang.ops.importer;

import org.jspecify.annotations.NullMarked;
