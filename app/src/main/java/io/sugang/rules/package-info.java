/** The rules of registration: pure decisions, and the reads that they need. */
@NullMarked
package io.sugang.rules;

import org.jspecify.annotations.NullMarked;
