/**
 * What every feature needs and no feature is: problem details, Redis, the clock, ids, meters,
 * background tasks.
 */
@NullMarked
package io.sugang.platform;

import org.jspecify.annotations.NullMarked;
