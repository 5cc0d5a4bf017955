/** Sessions of the students of a load. */
@NullMarked
package io.sugang.lab.signin;

import org.jspecify.annotations.NullMarked;
