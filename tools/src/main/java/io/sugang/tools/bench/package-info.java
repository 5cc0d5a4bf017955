/**
 * How much the service does with a processor, beside what NGINX alone could do, and how fast it
 * answers at a rate: {@code ./sugang bench}.
 */
@NullMarked
package io.sugang.tools.bench;

import org.jspecify.annotations.NullMarked;
