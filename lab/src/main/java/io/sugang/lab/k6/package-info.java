/** k6: the program that sends a load, from PATH, from its image, or built with Go. */
@NullMarked
package io.sugang.lab.k6;

import org.jspecify.annotations.NullMarked;
