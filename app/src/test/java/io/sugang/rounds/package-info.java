@NullMarked
package io.sugang.rounds;

import org.jspecify.annotations.NullMarked;
