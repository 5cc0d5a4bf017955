/**
 * Who may do what, when: windows and audiences, judged at the arrival of a request.
 *
 * <p>Metrics: {@code sugang.registration.refusals}, a counter of rejected requests by tags {@code
 * action} and {@code reason}; {@code sugang.registration.read}, a timer of the reads that
 * rejections wait for.
 */
@ApplicationModule
@NullMarked
package io.sugang.rules.window;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
