package io.sugang.lab.bench;

import org.jspecify.annotations.Nullable;

/**
 * The requests that are sent to the service.
 *
 * @param name for a person
 * @param connections that send them
 * @param rate requests per second, due whether or not earlier ones were answered; null: as many as
 *     it takes, each connection asks again when it was answered
 */
record TestbedLoad(String name, LoadProfile profile, int connections, @Nullable Integer rate) {}
