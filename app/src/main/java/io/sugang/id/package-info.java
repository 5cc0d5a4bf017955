/** What counts as an id of a student, course or enrollment. */
@NullMarked
package io.sugang.id;

import org.jspecify.annotations.NullMarked;
