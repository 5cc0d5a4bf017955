/** Accounts and clients that mean harm, against a stack of its own, while others enroll. */
@NullMarked
package io.sugang.lab.attack;

import org.jspecify.annotations.NullMarked;
