/**
 * Mock terms: copies of a regular term in which students practise. The desk begins one and ends it,
 * and then nothing of it is left.
 */
@ApplicationModule
@NullMarked
package io.sugang.registrar.mockterm;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
