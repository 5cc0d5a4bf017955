package io.sugang.seats.reconciler;

import io.sugang.servers.SugangTest;
import org.junit.jupiter.api.Tag;

/** The same while each look has time for the roster of one course, and summaries at the others. */
@SugangTest(
    properties = {
      "sugang.reconciler.period=100ms",
      "sugang.reconciler.grace=200ms",
      "sugang.reconciler.rows=1"
    })
@Tag("extended")
class SeatReconcilerInTurnsIntegrationTests extends SeatReconcilerIntegrationTests {}
