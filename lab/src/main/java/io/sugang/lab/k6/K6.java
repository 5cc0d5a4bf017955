package io.sugang.lab.k6;

import io.sugang.ops.docker.Compose;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Job;
import io.sugang.ops.workspace.UnixUser;
import io.sugang.ops.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A k6 that can run.
 *
 * @param command the words that run it
 * @param origin what it is, for the report
 * @param scripts the folder of the scripts, as this k6 sees it
 * @param target where NGINX answers, as this k6 sees it
 */
public record K6(List<String> command, String origin, String scripts, String target) {
  /** The version that the scripts are tried with; another 1.x on PATH is accepted. */
  public static final String VERSION = "1.8.1";

  private static final String IMAGE = "grafana/k6:" + VERSION;
  private static final String DASHBOARD = "K6_WEB_DASHBOARD";
  private static final String PORT = DASHBOARD + "_PORT";
  private static final String PERIOD = DASHBOARD + "_PERIOD";
  private static final String TAGS = DASHBOARD + "_TAGS";
  private static final String EXPORT = DASHBOARD + "_EXPORT";
  private static final List<String> ENVIRONMENT =
      List.of("GOMAXPROCS", DASHBOARD, PORT, PERIOD, TAGS, EXPORT);
  private static final Pattern SAYS = Pattern.compile("^k6(\\.exe)? v([0-9]+(\\.[0-9]+)+)");

  /** Returns a k6 from PATH, from Docker, or built with Go, in this order. */
  public static K6 provide(
      Workspace workspace, Console console, String url, @Nullable String dockerProject) {
    K6 here = find(workspace, url);
    if (here != null) {
      return here;
    }
    Path onPath = Job.find("k6");
    String wrong =
        onPath == null ? "" : " (k6 on PATH has version %s, not 1.x)".formatted(version(onPath));
    if (imageThere(workspace, console)) {
      return ofImage(workspace, url, dockerProject);
    }
    Path go = go();
    if (go == null) {
      throw missing(wrong);
    }
    build(workspace, console, go, wrong);
    here = find(workspace, url);
    if (here == null) {
      throw new Failure("the k6 that Go built does not run", workspace.log("k6-build.log"));
    }
    return here;
  }

  /** Returns the variables with which k6 writes its report, one HTML page, and opens no port. */
  public static Map<String, String> reportInto(Path page) {
    // Of a load below two periods, which have ten seconds otherwise, k6 writes none.
    return Map.of(
        DASHBOARD, "true", PORT, "-1", PERIOD, "1s", TAGS, "outcome", EXPORT, page.toString());
  }

  static Failure missing(String wrong) {
    return new Failure(
        "k6 is missing%s: put k6 1.x on PATH, or make the image %s available to Docker, or install Go, with which it is built here"
            .formatted(wrong, IMAGE));
  }

  /** Returns a k6 of this machine, built with Go if there is none; null without k6 and Go. */
  public static @Nullable String program(Workspace workspace, Console console) {
    K6 here = find(workspace, "");
    Path go = go();
    if (here == null && go != null) {
      build(workspace, console, go, "");
      here = find(workspace, "");
    }
    return here == null ? null : here.command().getFirst();
  }

  /** Returns a k6 that is on PATH or was built before, or null. */
  static @Nullable K6 find(Workspace workspace, String url) {
    return find(workspace, url, Job.find("k6"));
  }

  static @Nullable K6 find(Workspace workspace, String url, @Nullable Path onPath) {
    Path built = workspace.state("k6").resolve(VERSION).resolve("k6");
    for (Path program : onPath == null ? List.of(built) : List.of(onPath, built)) {
      String version = Files.isExecutable(program) ? version(program) : "";
      // Major versions differ in what they give to handleSummary.
      if (version.startsWith("1.")) {
        return new K6(
            List.of(program.toString()), "k6 " + version, workspace.file("k6").toString(), url);
      }
    }
    return null;
  }

  static String version(Path program) {
    Matcher says =
        SAYS.matcher(
            Job.of(program.toString(), "version")
                .within(Duration.ofSeconds(20))
                .runQuietly()
                .output());
    return says.find() ? says.group(2) : "";
  }

  private static @Nullable Path go() {
    Path onPath = Job.find("go");
    Path usual = Path.of("/usr/local/go/bin/go");
    if (onPath != null) {
      return onPath;
    }
    return Files.isExecutable(usual) ? usual : null;
  }

  // Whole or not at all, because an interrupted build must not leave half a program.
  private static void build(Workspace workspace, Console console, Path go, String wrong) {
    Path partial = workspace.state("k6").resolve("partial");
    Path log = workspace.log("k6-build.log");
    int status =
        Job.of(go.toString(), "install", "go.k6.io/k6@v" + VERSION)
            .with(Map.of("GOBIN", partial.toString(), "CGO_ENABLED", "0", "GOFLAGS", "-trimpath"))
            .within(Duration.ofMinutes(15))
            .logged(
                console, "building k6 %s with Go (once, about a minute)".formatted(VERSION), log);
    if (status != 0) {
      throw new Failure(
          "there is no k6 1.x on PATH%s, no image of it, and Go could not build one"
              .formatted(wrong),
          log);
    }
    Path folder = Workspace.folder(workspace.state("k6").resolve(VERSION));
    try {
      Files.move(partial.resolve("k6"), folder.resolve("k6"), StandardCopyOption.REPLACE_EXISTING);
      Files.deleteIfExists(partial);
    } catch (IOException denied) {
      throw new Failure("k6 cannot be moved: " + denied.getMessage());
    }
  }

  private static boolean imageThere(Workspace workspace, Console console) {
    if (!Compose.answers()) {
      return false;
    }
    return Compose.hasImage(IMAGE)
        || Compose.inRegistry(IMAGE)
            && Job.of("docker", "pull", "--quiet", IMAGE)
                    .logged(console, "pulling " + IMAGE, workspace.log("k6-pull.log"))
                == 0;
  }

  static K6 ofImage(Workspace workspace, String url, @Nullable String dockerProject) {
    Path load = workspace.state("load");
    var command = new ArrayList<String>();
    command.addAll(
        List.of(
            "docker",
            "run",
            "--rm",
            "-i",
            "--user",
            UnixUser.idAndGroup(),
            "-v",
            workspace.file("k6") + ":/k6:ro",
            "-v",
            load + ":" + load));
    ENVIRONMENT.forEach(name -> command.addAll(List.of("-e", name)));
    String target = url;
    if (dockerProject != null) {
      command.addAll(List.of("--network", dockerProject + "_front"));
      target = "http://nginx:8080";
    } else if (System.getProperty("os.name", "").equals("Linux")) {
      command.addAll(List.of("--network", "host"));
    } else {
      target = url.replace("127.0.0.1", "host.docker.internal");
    }
    command.add(IMAGE);
    return new K6(command, "k6 %s (image)".formatted(VERSION), "/k6", target);
  }
}
