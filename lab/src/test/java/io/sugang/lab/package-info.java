@NullMarked
package io.sugang.lab;

import org.jspecify.annotations.NullMarked;
