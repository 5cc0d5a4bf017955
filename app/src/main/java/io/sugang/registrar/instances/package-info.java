/**
 * Heartbeats: what each instance says of itself once a second, for all instances to read. A request
 * costs nothing for it, because the values are those of its meters.
 */
@ApplicationModule
@NullMarked
package io.sugang.registrar.instances;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
