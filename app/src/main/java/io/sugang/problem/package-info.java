/** The problem details (RFC 9457) that every refusal and error of the API is answered with. */
@NullMarked
package io.sugang.problem;

import org.jspecify.annotations.NullMarked;
