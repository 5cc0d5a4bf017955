package io.sugang.seats.gate;

/**
 * The mark of a cancel at the gate.
 *
 * @param token of its pending entry
 * @param answered whether Redis answered. Otherwise the entry may be there or not: then the token
 *     may release it, and never confirm
 */
public record CancelMark(String token, boolean answered) {}
