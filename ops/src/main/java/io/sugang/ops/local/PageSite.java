package io.sugang.ops.local;

import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.FileSwap;
import io.sugang.ops.workspace.Workspace;
import io.sugang.web.Site;
import io.sugang.web.SiteFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The page of a local stack: laid out from web/src into a folder that is named by its digest. */
final class PageSite {
  private static final String DIGEST = "PAGE_DIGEST";

  private PageSite() {}

  /** Returns the folder that NGINX serves, which does not exist where no page was laid out. */
  static Path running(LocalContext stack) {
    String digest = stack.state().get(DIGEST);
    return folder(stack).resolve(digest.isEmpty() ? "none" : digest);
  }

  private static Path folder(LocalContext stack) {
    return stack.file("page");
  }

  /**
   * Lays out the page of the working tree, if that is not done. NGINX serves it from its next
   * settings on.
   *
   * @throws Failure with file and line for a fault in a file of the page
   */
  static void provide(LocalContext stack) {
    try {
      var site = new Site(stack.workspace().file("web/src"));
      Path target = Workspace.folder(folder(stack)).resolve(site.digest());
      if (!Files.exists(target)) {
        site.write(target);
      }
      stack.state().keep(DIGEST, site.digest());
    } catch (SiteFault fault) {
      throw new Failure("the page cannot be laid out: web/src/" + fault.getMessage());
    }
  }

  /** Deletes pages that NGINX does not serve. */
  static void forgetOthers(LocalContext stack) {
    Path served = running(stack);
    try (Stream<Path> all = Files.list(folder(stack))) {
      all.filter(page -> !page.equals(served)).forEach(FileSwap::delete);
    } catch (IOException unreadable) {
      throw new Failure("%s cannot be read: %s".formatted(folder(stack), unreadable.getMessage()));
    }
  }
}
