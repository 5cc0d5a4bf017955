package io.sugang.server.fastpath;

import io.sugang.servers.SugangTest;

/** Clients that reset their connection to Tomcat's own endpoint. */
@SugangTest(
    properties = {
      "sugang.fastpath.under-way=" + AbortedClientsIntegrationTests.PERMITS,
      "sugang.fastpath.in-place=off"
    })
class PlainTomcatAbortedClientsIntegrationTests extends AbortedClientsIntegrationTests {}
