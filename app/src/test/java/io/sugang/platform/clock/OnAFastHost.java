package io.sugang.platform.clock;

import io.sugang.SugangApplication;
import io.sugang.servers.FastHostClock;
import org.springframework.context.annotation.Import;

/** The service on a host whose clock is five seconds fast. */
@Import({SugangApplication.class, FastHostClock.class})
public class OnAFastHost {}
