/**
 * Runs a test on a controller of nGrinder, from the upload of the script to a report: {@code
 * ./sugang load --ngrinder}.
 */
@NullMarked
package io.sugang.lab.ngrinder;

import org.jspecify.annotations.NullMarked;
