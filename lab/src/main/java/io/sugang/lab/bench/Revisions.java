package io.sugang.lab.bench;

import io.sugang.ops.workspace.Job;
import io.sugang.ops.workspace.Workspace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The revisions of this repository, as git knows them. */
public final class Revisions {
  private static final List<String> SERVICE =
      List.of("app/src/main", "app/pom.xml", "pom.xml", "web/src/main", "lua", "nginx", "mysql");

  private final Workspace workspace;

  public Revisions(Workspace workspace) {
    this.workspace = workspace;
  }

  /** Returns the commit of a revision, or null if there is none. */
  public @Nullable String commit(String revision) {
    Job.Result commit =
        git("rev-parse", "--verify", "--quiet", revision + "^{commit}").runQuietly();
    return commit.succeeded() ? commit.output().strip() : null;
  }

  /** Returns the short hash and the subject of a commit. */
  public String title(String commit) {
    return git("log", "-1", "--format=%h %s", commit).runQuietly().output().strip();
  }

  /** Returns whether the working tree has the service of a commit, and the same servers. */
  boolean hasServiceOf(String commit) {
    var arguments = new ArrayList<>(List.of("diff", "--quiet", commit, "--"));
    arguments.addAll(SERVICE);
    return git(arguments.toArray(String[]::new)).runQuietly().succeeded();
  }

  /** Returns what the working tree is, for a table that is read later. */
  public String workingTree() {
    Job.Result head = git("rev-parse", "--short", "HEAD").runQuietly();
    if (!head.succeeded()) {
      return "not in git";
    }
    boolean changed = !git("status", "--porcelain").runQuietly().output().isBlank();
    return head.output().strip() + (changed ? " with changes" : "");
  }

  /** Returns a file of the working tree. */
  Path file(String path) {
    return workspace.root().resolve(path);
  }

  /** Returns a call of git in this repository. */
  public Job git(String... arguments) {
    var command = new ArrayList<>(List.of("git", "-C", workspace.root().toString()));
    command.addAll(List.of(arguments));
    return Job.of(command);
  }
}
