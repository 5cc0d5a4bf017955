@NullMarked
package io.sugang.tools;

import org.jspecify.annotations.NullMarked;
