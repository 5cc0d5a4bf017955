/** What counts as an id of a student, course or enrollment, and which are known to exist. */
@NullMarked
package io.sugang.id;

import org.jspecify.annotations.NullMarked;
