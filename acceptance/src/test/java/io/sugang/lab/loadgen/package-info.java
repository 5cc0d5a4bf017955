@org.jspecify.annotations.NullMarked
package io.sugang.lab.loadgen;
