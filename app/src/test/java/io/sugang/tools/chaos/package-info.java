@org.jspecify.annotations.NullMarked
package io.sugang.tools.chaos;
