package io.sugang.tools.experiments;

/**
 * A picture that needs nothing else.
 *
 * @param name of its file, without the ending
 * @param experiment the one it belongs to
 * @param svg a whole document
 */
record ExperimentChart(String name, String experiment, String svg) {}
