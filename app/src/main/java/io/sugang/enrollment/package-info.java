/** Enrollments: taking, showing and cancelling seats. */
@NullMarked
package io.sugang.enrollment;

import org.jspecify.annotations.NullMarked;
