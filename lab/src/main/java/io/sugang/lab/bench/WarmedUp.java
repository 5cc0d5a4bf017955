package io.sugang.lab.bench;

/**
 * The end of a warm-up.
 *
 * @param answered requests, as expected
 * @param atRest whether the compilers of the instances had next to nothing more to do
 */
record WarmedUp(int answered, boolean atRest) {}
