package io.sugang.lab.bench;

/**
 * What is measured: the service of some sources, with or without settings that were changed, or
 * another service.
 *
 * @param id by which the script knows it
 * @param name for a person
 * @param verified whether it has to leave what the verifier calls valid; another service does not
 *     keep our rules
 */
record Build(String id, String name, boolean verified) {}
