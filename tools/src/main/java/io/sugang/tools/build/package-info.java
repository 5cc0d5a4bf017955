/** The build of the service: source digest, Maven, extracted jar. */
@NullMarked
package io.sugang.tools.build;

import org.jspecify.annotations.NullMarked;
