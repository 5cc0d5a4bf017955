@org.jspecify.annotations.NullMarked
package io.sugang.lab.rush;
