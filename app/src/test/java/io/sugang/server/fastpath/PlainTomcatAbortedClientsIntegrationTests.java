package io.sugang.server.fastpath;

import io.sugang.servers.SugangTest;
import org.junit.jupiter.api.Tag;

/** Clients that reset their connection to Tomcat's own endpoint. */
@SugangTest(
    properties = {
      "sugang.fastpath.under-way=" + AbortedClientsIntegrationTests.PERMITS,
      "sugang.fastpath.in-place=off"
    })
@Tag("extended")
class PlainTomcatAbortedClientsIntegrationTests extends AbortedClientsIntegrationTests {}
