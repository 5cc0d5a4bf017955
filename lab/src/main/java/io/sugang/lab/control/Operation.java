package io.sugang.lab.control;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a scenario does to a stack. */
public sealed interface Operation {
  /** For a person, the verb first: {@code kill redis}. */
  String words();

  /** On the servers, by their own commands: the same in local mode and in Docker. */
  sealed interface OnServers extends Operation {}

  /** On the processes or containers of mysql, redis, nginx, app-1 and so on. */
  sealed interface OnParts extends Operation {}

  /** Deletes all enrollments, and returns when the verifier says valid. */
  record ResetSeats() implements OnServers {
    @Override
    public String words() {
      return "reset";
    }
  }

  /** A command of Redis, as its administrator. */
  record Redis(List<String> command) implements OnServers {
    public static Redis of(String... command) {
      return new Redis(List.of(command));
    }

    @Override
    public String words() {
      return "redis " + String.join(" ", command);
    }
  }

  /** Statements of MySQL, as its administrator. */
  record Sql(String sql) implements OnServers {
    @Override
    public String words() {
      return "mysql " + sql;
    }
  }

  /** Has MySQL admit so many connections, and ends those of the service. */
  record EvictService(int connections) implements OnServers {
    @Override
    public String words() {
      return "evict " + connections;
    }
  }

  /** Connects to MySQL with the service's account; the answer says how that ended. */
  record ConnectAsService() implements OnServers {
    @Override
    public String words() {
      return "connect mysql";
    }
  }

  /** Imports a {@code courses.csv}. */
  record ImportCourses(String csv) implements OnServers {
    @Override
    public String words() {
      return "import";
    }
  }

  /** Brings everything back to what the last {@code up} left. */
  record Heal() implements OnServers {
    @Override
    public String words() {
      return "heal";
    }
  }

  record Kill(String part) implements OnParts {
    @Override
    public String words() {
      return "kill " + part;
    }
  }

  record Pause(String part) implements OnParts {
    @Override
    public String words() {
      return "pause " + part;
    }
  }

  record Resume(String part) implements OnParts {
    @Override
    public String words() {
      return "resume " + part;
    }
  }

  record Stop(String part) implements OnParts {
    @Override
    public String words() {
      return "stop " + part;
    }
  }

  /** One server, or instances. */
  record StartParts(List<String> parts) implements OnParts {
    public static StartParts of(String part) {
      return new StartParts(List.of(part));
    }

    @Override
    public String words() {
      return "start " + String.join(" ", parts);
    }
  }

  /** An instance with other settings than the rest. */
  record StartChanged(String instance, Map<String, String> settings) implements OnParts {
    @Override
    public String words() {
      return new TreeMap<>(settings)
          .entrySet().stream()
              .map(setting -> " " + setting.getKey() + "=" + setting.getValue())
              .collect(Collectors.joining("", "start " + instance, ""));
    }
  }

  /** An instance on a host whose clock is ahead. */
  record StartWithClock(String instance, int secondsAhead) implements OnParts {
    @Override
    public String words() {
      return "start %s %d s ahead".formatted(instance, secondsAhead);
    }
  }

  /** Redis with data that it had before. */
  record StartRedis(RedisData data) implements OnParts {
    /** Where the data come from: its own log, or the copy of {@link SnapshotRedis}. */
    public enum RedisData {
      PERSISTENT,
      SNAPSHOT
    }

    @Override
    public String words() {
      return "start redis with " + (data == RedisData.PERSISTENT ? "its log" : "its snapshot");
    }
  }

  /** Returns when NGINX has other workers. */
  record ReloadNginx() implements OnParts {
    @Override
    public String words() {
      return "reload nginx";
    }
  }

  record SnapshotRedis() implements OnParts {
    @Override
    public String words() {
      return "snapshot redis";
    }
  }

  /** Redis writes its data to disk from now on. */
  record PersistRedis() implements OnParts {
    @Override
    public String words() {
      return "persist redis";
    }
  }

  /** Starts Redis anew with a clock that {@link ShiftRedisClock} sets. */
  record GiveRedisClock() implements OnParts {
    @Override
    public String words() {
      return "clock redis";
    }
  }

  record ShiftRedisClock(long seconds) implements OnParts {
    @Override
    public String words() {
      return "shift redis " + seconds;
    }
  }

  /** Puts MySQL's binary log on a disk that can be filled. */
  record ConfineBinlog() implements OnParts {
    @Override
    public String words() {
      return "confine mysql";
    }
  }

  record FillBinlog() implements OnParts {
    @Override
    public String words() {
      return "fill mysql";
    }
  }

  record FreeBinlog() implements OnParts {
    @Override
    public String words() {
      return "free mysql";
    }
  }

  /** The answer is host and port of the instance's management. */
  record FindManagement(String instance) implements OnParts {
    @Override
    public String words() {
      return "management " + instance;
    }
  }
}
