/** The build of the service: source digest, Maven, extracted jar. */
@NullMarked
package io.sugang.ops.build;

import org.jspecify.annotations.NullMarked;
