/** Asks a vulnerability database about the libraries that the service is made of. */
@NullMarked
package io.sugang.tools.audit;

import org.jspecify.annotations.NullMarked;
