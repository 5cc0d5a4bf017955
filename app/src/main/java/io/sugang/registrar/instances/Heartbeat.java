package io.sugang.registrar.instances;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an instance says of itself at one time.
 *
 * @param instance host, port and a random part, so that a restarted one is another
 * @param startedAt the shared clock when it began to take requests, in milliseconds since 1970
 * @param at the shared clock, in milliseconds since 1970
 * @param ledgerAvailable whether MySQL answers
 * @param clockSource what the shared clock follows: REDIS, MYSQL or HOLDOVER
 * @param clockOffsetMillis the shared clock minus that of the host
 * @param clockErrorMillis bound of the error of the shared clock; null before a server answered
 * @param waitingForThread requests that wait for a thread
 * @param inFlight requests that wait without a thread, for the gate or a commit
 * @param rejected requests that were rejected by load shedding since the start
 * @param taken seats with an enrollment; null unless the instance has just seen all of them
 * @param oversold courses with more enrollments than seats; null as {@code taken}
 * @param answers answers since the start by code
 */
public record Heartbeat(
    String instance,
    long startedAt,
    long at,
    InstanceState state,
    GateState gate,
    boolean ledgerAvailable,
    String clockSource,
    double clockOffsetMillis,
    @Nullable Double clockErrorMillis,
    int waitingClaims,
    int waitingCancels,
    int waitingForThread,
    int inFlight,
    long rejected,
    @Nullable Long taken,
    @Nullable Integer oversold,
    Map<String, Long> answers) {}
