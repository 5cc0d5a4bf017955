/** The baskets of students: courses that they want in a term, in their order. */
@ApplicationModule
@NullMarked
package io.sugang.enrollment.basket;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
