package io.sugang.bench;

/**
 * What is measured: the service of some sources, with or without settings that were changed.
 *
 * @param id by which the script knows it
 * @param name for a person
 */
record Build(String id, String name) {}
