package io.sugang.lab.chaos;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.ClassType;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.InvocationException;
import com.sun.jdi.ObjectCollectedException;
import com.sun.jdi.ObjectReference;
import com.sun.jdi.StringReference;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.MethodEntryRequest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Throws an {@link Error} into a thread of an instance that listens for a debugger on the loopback.
 * The service has no part for it: a debugger stops the thread where it enters a method of the
 * service, makes the error there and has it thrown.
 */
final class ThrownErrors implements AutoCloseable {
  private static final String ERROR = "java.lang.InternalError";
  private static final long PATIENCE_MILLIS = 10_000;
  private static final int TRIES = 5;

  private final VirtualMachine machine;

  private ThrownErrors(VirtualMachine machine) {
    this.machine = machine;
  }

  /** The argument of a JVM that can be attached to at this port of the loopback. */
  static String option(int port) {
    return "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:" + port;
  }

  static ThrownErrors attach(int port) throws IOException {
    AttachingConnector connector =
        Bootstrap.virtualMachineManager().attachingConnectors().stream()
            .filter(each -> each.name().equals("com.sun.jdi.SocketAttach"))
            .findAny()
            .orElseThrow(() -> new IOException("this JDK has no debugger"));
    Map<String, Connector.Argument> arguments = connector.defaultArguments();
    Objects.requireNonNull(arguments.get("hostname")).setValue("127.0.0.1");
    Objects.requireNonNull(arguments.get("port")).setValue(Integer.toString(port));
    try {
      return new ThrownErrors(connector.attach(arguments));
    } catch (com.sun.jdi.connect.IllegalConnectorArgumentsException wrong) {
      throw new IOException(wrong);
    }
  }

  boolean lives(String thread) {
    return find(thread) != null;
  }

  /**
   * Throws where the thread next enters a method of these classes.
   *
   * @param classes a name that ends with an asterisk
   * @return false when it did not come to one within ten seconds
   */
  boolean throwInto(String thread, String classes) throws IOException, InterruptedException {
    ThreadReference found = find(thread);
    if (found == null) {
      return false;
    }
    MethodEntryRequest entries = machine.eventRequestManager().createMethodEntryRequest();
    entries.addThreadFilter(found);
    entries.addClassFilter(classes);
    entries.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
    entries.enable();
    try {
      long until = System.currentTimeMillis() + PATIENCE_MILLIS;
      while (System.currentTimeMillis() < until) {
        EventSet events = machine.eventQueue().remove(500);
        if (events != null && throwAt(events)) {
          return true;
        }
      }
      return false;
    } finally {
      machine.eventRequestManager().deleteEventRequest(entries);
      drain();
    }
  }

  private boolean throwAt(EventSet events) throws IOException {
    boolean thrown = false;
    try {
      for (Event event : events) {
        if (event instanceof MethodEntryEvent entry && !thrown) {
          // no second event while the error is being made
          entry.request().disable();
          entry.thread().stop(error(entry.thread()));
          thrown = true;
        }
      }
    } catch (com.sun.jdi.InvalidTypeException wrong) {
      throw new IOException(wrong);
    } finally {
      events.resume();
    }
    return thrown;
  }

  // The other threads keep running, so the garbage collector may take what the debugger has just
  // made.
  private ObjectReference error(ThreadReference within) throws IOException {
    for (int tries = 1; ; tries++) {
      try {
        return newError(within);
      } catch (ObjectCollectedException collected) {
        if (tries == TRIES) {
          throw new IOException(collected);
        }
      }
    }
  }

  private ObjectReference newError(ThreadReference within) throws IOException {
    ClassType type = (ClassType) machine.classesByName(ERROR).getFirst();
    StringReference message = machine.mirrorOf("thrown by ./sugang chaos");
    message.disableCollection();
    try {
      ObjectReference error =
          type.newInstance(
              within,
              type.concreteMethodByName("<init>", "(Ljava/lang/String;)V"),
              List.of(message),
              ObjectReference.INVOKE_SINGLE_THREADED);
      error.disableCollection();
      return error;
    } catch (com.sun.jdi.InvalidTypeException
        | com.sun.jdi.ClassNotLoadedException
        | IncompatibleThreadStateException
        | InvocationException failed) {
      throw new IOException(failed);
    }
  }

  private void drain() throws InterruptedException {
    for (EventSet left = machine.eventQueue().remove(100);
        left != null;
        left = machine.eventQueue().remove(100)) {
      left.resume();
    }
  }

  private @Nullable ThreadReference find(String name) {
    return machine.allThreads().stream()
        .filter(thread -> thread.name().equals(name))
        .findAny()
        .orElse(null);
  }

  @Override
  public void close() {
    try {
      machine.dispose();
    } catch (VMDisconnectedException gone) {
      // the instance has ended
    }
  }
}
