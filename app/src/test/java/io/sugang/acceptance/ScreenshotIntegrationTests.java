package io.sugang.acceptance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Page;
import io.sugang.rows.Meeting;
import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Writes the pictures of the page into docs/page, when it is asked for: {@code ./sugang test
 * -Dscreenshots.write -Dit.test=ScreenshotIntegrationTests ...}.
 */
@EnabledIfSystemProperty(named = "screenshots.write", matches = ".*")
@BrowserTest
class ScreenshotIntegrationTests {
  private static final Path FOLDER = Path.of("..", "docs", "page");

  private final Campus campus;
  private final OwnTerm term;
  private final Map<String, Long> courses = new LinkedHashMap<>();

  ScreenshotIntegrationTests(Campus campus) {
    this.campus = campus;
    term = new OwnTerm(campus).open();
    course("자료구조", 3, new Meeting(2, "10:30", "11:45"), 50);
    course("알고리즘", 3, new Meeting(1, "09:00", "10:15"), 50);
    course("운영체제", 3, new Meeting(1, "10:00", "11:15"), 40);
    course("컴퓨터네트워크", 3, new Meeting(3, "13:00", "14:15"), 60);
    course("데이터베이스", 3, new Meeting(4, "15:00", "16:15"), 45);
    course("인공지능개론", 3, new Meeting(5, "09:00", "11:45"), 1);
    course("글쓰기의 기초", 2, new Meeting(3, "16:00", "17:50"), 30);
    term.student(18).enroll(id("인공지능개론")).expect("201");
    rename(
        "UPDATE term SET year = 2027 WHERE term_id = (SELECT term_id FROM course WHERE course_id = ?)",
        id("알고리즘"));
    rename("UPDATE department SET name_ko = '컴퓨터공학과' WHERE name_ko = ?", term.departmentName());
    rename("UPDATE course SET department = '컴퓨터공학과' WHERE department = ?", term.departmentName());
    rename(
        "UPDATE professor SET name = '최은희' WHERE professor_id = (SELECT professor_id FROM course WHERE course_id = ?)",
        id("알고리즘"));
  }

  private void rename(String sql, Object of) {
    campus.jdbc().update(sql, of);
  }

  private void course(String title, int credits, Meeting meeting, int capacity) {
    courses.put(title, term.course(title, term.subject(title), credits, meeting, capacity));
  }

  private long id(String title) {
    return courses.getOrDefault(title, 0L);
  }

  private StudentWindow student(Page page) {
    Student student = term.student(18);
    rename("UPDATE student SET name = '김하준' WHERE student_id = ?", student.id());
    student.enroll(id("자료구조")).expect("201");
    student.enroll(id("글쓰기의 기초")).expect("201");
    StudentWindow window = StudentWindow.of(page, campus).open().signIn(student);
    page.locator("#department").fill("컴퓨터공학과");
    assertThat(window.line(id("알고리즘"))).isVisible(StudentWindow.patient());
    return window;
  }

  @Test
  void theStudentsPageAtADeskAndOnAPhone(Windows windows) throws IOException {
    atADesk(windows);
    onAPhone(windows);
  }

  private void atADesk(Windows windows) throws IOException {
    Page page = windows.open(1180, 720, "ko");
    StudentWindow window = student(page);
    window.enroll(id("알고리즘"));
    window.mustBeEnrolled(id("알고리즘"));
    window.enroll(id("운영체제"));
    window.mustBeRefused(id("운영체제"));
    keep(id("데이터베이스"), window);
    keep(id("컴퓨터네트워크"), window);
    page.mouse().move(0, 0);
    write(page, "student");
  }

  private void onAPhone(Windows windows) throws IOException {
    Page page =
        windows.open(
            new NewContextOptions()
                .setViewportSize(360, 640)
                .setDeviceScaleFactor(1)
                .setLocale("ko-KR"));
    StudentWindow window = student(page);
    window.enroll(id("인공지능개론"));
    window.mustBeRefused(id("인공지능개론"));
    write(page, "student-phone");
  }

  private static void keep(long course, StudentWindow window) {
    window.line(course).locator("button.keep[aria-pressed=false]").click();
    assertThat(window.line(course).locator("button.keep[aria-pressed=true]")).isVisible();
  }

  /** A picture of a page has few colours, so 256 of them keep it small. */
  private static void write(Page page, String name) throws IOException {
    BufferedImage picture = ImageIO.read(new ByteArrayInputStream(page.screenshot()));
    Map<Integer, Integer> counts = new LinkedHashMap<>();
    for (int y = 0; y < picture.getHeight(); y++) {
      for (int x = 0; x < picture.getWidth(); x++) {
        counts.merge(picture.getRGB(x, y) & 0xffffff, 1, Integer::sum);
      }
    }
    int[] palette =
        counts.entrySet().stream()
            .sorted(Map.Entry.<Integer, Integer>comparingByValue().reversed())
            .limit(256)
            .mapToInt(Map.Entry::getKey)
            .toArray();
    var colours = new IndexColorModel(8, palette.length, palette, 0, false, -1, 0);
    var small =
        new BufferedImage(
            picture.getWidth(), picture.getHeight(), BufferedImage.TYPE_BYTE_INDEXED, colours);
    for (int y = 0; y < picture.getHeight(); y++) {
      for (int x = 0; x < picture.getWidth(); x++) {
        small.setRGB(x, y, picture.getRGB(x, y));
      }
    }
    Files.createDirectories(FOLDER);
    ImageIO.write(small, "png", FOLDER.resolve(name + ".png").toFile());
  }
}
