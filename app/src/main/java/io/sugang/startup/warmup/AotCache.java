package io.sugang.startup.warmup;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.management.JMException;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The AOT cache of the JVM: loaded and linked classes, and the profiles of a training run. It only
 * saves time. Without a cache that fits, the instance starts as without one.
 */
final class AotCache {
  private static final Logger log = LoggerFactory.getLogger(AotCache.class);

  private static final String COMMANDS = "com.sun.management:type=DiagnosticCommand";
  private static final String END_RECORDING = "aotEndRecording";
  private static final String TRIM = "systemTrimNativeHeap";

  private AotCache() {}

  /** Returns the file that this JVM records for ({@code -XX:AOTCacheOutput}). */
  static @Nullable Path recording() {
    return file("AOTCacheOutput");
  }

  /** Logs whether the cache that this JVM was given ({@code -XX:AOTCache}) is in use. */
  static void logUse() {
    Path given = file("AOTCache");
    if (given == null || value("AOTMode").equals("off")) {
      return;
    }
    // The only public sign: a JVM that cannot use the given cache shares no other one.
    if (System.getProperty("java.vm.info", "").contains("sharing")) {
      log.info("The AOT cache {} is in use", given);
    } else {
      log.warn(
          "The AOT cache {} is not in use, so the start takes longer: it is missing or damaged, or"
              + " was made by another JVM or with other options",
          given);
    }
  }

  /**
   * Ends the recording and waits until another process has written the cache. This JVM stands still
   * for the first part of it.
   *
   * @return the size of the file in bytes; null if this JDK can write the cache only when the JVM
   *     ends ({@code AOT.end_recording} is not in every JDK 25)
   * @throws IOException when no cache was written
   */
  static @Nullable Long endRecording(Path file) throws IOException {
    try {
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      ObjectName commands = new ObjectName(COMMANDS);
      if (!offers(server, commands, END_RECORDING)) {
        return null;
      }
      Object said = invoke(server, commands, END_RECORDING);
      if (offers(server, commands, TRIM)) {
        // Dumping took some hundred megabytes, which the C library would keep.
        invoke(server, commands, TRIM);
      }
      if (!Files.isRegularFile(file)) {
        throw new IOException("no AOT cache was written: " + String.valueOf(said).strip());
      }
      return Files.size(file);
    } catch (JMException | RuntimeException failed) {
      // What the JVM threw comes wrapped in exceptions that say nothing.
      Throwable first = failed;
      while (first.getCause() != null) {
        first = first.getCause();
      }
      throw new IOException("no AOT cache was written: " + first.getMessage(), failed);
    }
  }

  private static boolean offers(MBeanServer server, ObjectName commands, String name)
      throws JMException {
    return Arrays.stream(server.getMBeanInfo(commands).getOperations())
        .map(MBeanOperationInfo::getName)
        .anyMatch(name::equals);
  }

  private static @Nullable Object invoke(MBeanServer server, ObjectName commands, String name)
      throws JMException {
    return server.invoke(commands, name, new Object[0], new String[0]);
  }

  private static @Nullable Path file(String option) {
    String value = value(option);
    return value.isEmpty() ? null : Path.of(value);
  }

  /** Returns the value of an option, empty without the option or in a JVM that does not know it. */
  private static String value(String option) {
    HotSpotDiagnosticMXBean jvm =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    try {
      String value = jvm == null ? null : jvm.getVMOption(option).getValue();
      return value == null ? "" : value;
    } catch (IllegalArgumentException unknownOption) {
      return "";
    }
  }
}
