@org.jspecify.annotations.NullMarked
package io.sugang.basket;
