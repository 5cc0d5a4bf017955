package io.sugang.lab.local;

import io.sugang.ops.build.ServiceJar;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What runs as the service on a testbed.
 *
 * @param nginx the nginx.conf that goes with it
 * @param settings for its instances and their JVM, before those of the testbed
 * @param program runs in place of the service, with the environment of an instance
 */
record TestbedBuild(
    ServiceJar service, Path nginx, Map<String, String> settings, @Nullable Path program) {}
