/**
 * The rush: very many students ask for seats at once, and every answer is kept as an
 * acknowledgement.
 */
@NullMarked
package io.sugang.lab.rush;

import org.jspecify.annotations.NullMarked;
