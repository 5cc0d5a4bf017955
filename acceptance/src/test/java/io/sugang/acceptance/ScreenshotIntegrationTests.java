package io.sugang.acceptance;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import io.sugang.ops.signin.SessionRole;
import io.sugang.rows.Meeting;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Writes the pictures of the page into docs/page, when it is asked for: {@code ./sugang test
 * -Dscreenshots.write -Dit.test=ScreenshotIntegrationTests ...}.
 */
@EnabledIfSystemProperty(named = "screenshots.write", matches = ".*")
@BrowserTest
@Isolated("adds a term that every page shows")
class ScreenshotIntegrationTests {
  private static final int OTHERS = 300;
  private static final int COLOURS = 32;
  private static final Path FOLDER = Path.of("..", "docs", "page");

  private final Campus campus;
  private final OwnTerm term;
  private final Map<String, Long> courses = new LinkedHashMap<>();

  ScreenshotIntegrationTests(Campus campus) {
    this.campus = campus;
    term = OwnTerm.regular(campus, 2027).open();
    course("자료구조", 3, new Meeting(2, "10:30", "11:45"), 50);
    course("알고리즘", 3, new Meeting(1, "09:00", "10:15"), 50);
    course("운영체제", 3, new Meeting(1, "10:00", "11:15"), 40);
    course("컴퓨터네트워크", 3, new Meeting(3, "13:00", "14:15"), 60);
    course("데이터베이스", 3, new Meeting(4, "15:00", "16:15"), 45);
    course("인공지능개론", 3, new Meeting(5, "09:00", "11:45"), 1);
    course("글쓰기의 기초", 2, new Meeting(3, "16:00", "17:50"), 30);
    term.student(18).enroll(id("인공지능개론")).expect("201");
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
  void theStudentsPageAtADeskAndAtAnOpening(Windows windows) throws Exception {
    atADesk(windows);
    anOpening(windows);
  }

  /** The registrar's desk while students enroll, with the next opening counted down. */
  @Test
  void theRegistrarsDeskDuringARush(Windows windows) throws Exception {
    term.window(null, Instant.now().plusSeconds(755), Instant.now().plus(Duration.ofHours(8)));
    var office = new DeskOffice(campus, term);
    Page page = windows.open(1280, 800, "ko");
    new DeskPage(page, campus).open("ko").signIn(office.staff(SessionRole.REGISTRAR));
    List<Student> others = term.students(OTHERS, 2, 18);
    for (int i = 0; i < others.size(); i++) {
      others.get(i).enroll(id(i % 3 == 0 ? "알고리즘" : i % 3 == 1 ? "운영체제" : "데이터베이스"));
    }
    assertThat(page.locator("[aria-labelledby=fill-fullest] tbody tr").first()).isVisible();
    assertThat(page.locator(".answers .legend")).containsText("마감");
    page.mouse().move(0, 0);
    write(picture(page), "desk");
  }

  /** The page in the last seconds before an opening, and the same page after the rush. */
  private void anOpening(Windows windows) throws Exception {
    OwnTerm next = OwnTerm.regular(campus, 2028);
    long wished = offer(next, "알고리즘", new Meeting(1, "09:00", "10:15"), 500);
    long popular = offer(next, "인공지능개론", new Meeting(5, "09:00", "11:45"), 30);
    offer(next, "자료구조", new Meeting(2, "10:30", "11:45"), 50);
    offer(next, "컴퓨터네트워크", new Meeting(3, "13:00", "14:15"), 40);
    Student student = next.student(18);
    rename("UPDATE student SET name = '김하준' WHERE student_id = ?", student.id());
    List<Student> others = next.students(OTHERS, 2, 18);
    Instant opens = Instant.now().plusSeconds(25).truncatedTo(ChronoUnit.SECONDS);
    next.window(null, opens, opens.plus(Duration.ofDays(1)));
    Page page = windows.open(480, 600, "ko");
    StudentWindow window = StudentWindow.of(page, campus).open().signIn(student);
    assertThat(window.line(wished)).isVisible(StudentWindow.patient());
    page.waitForFunction(
        "() => /^[34][.]/.test(document.querySelector('.window tick-text')?.textContent ?? '')");
    BufferedImage before = picture(page);

    List<Callable<Answer>> clicks = new ArrayList<>();
    for (int i = 0; i < others.size(); i++) {
      Student other = others.get(i);
      long course = i % 3 == 0 ? wished : popular;
      clicks.add(() -> clickUntilOpen(other, course));
    }
    CompletableFuture<List<Answer>> rush =
        CompletableFuture.supplyAsync(() -> {
          try {
            return campus.rush(clicks);
          } catch (Exception failed) {
            throw new IllegalStateException(failed);
          }
        });
    window.enroll(wished);
    window.mustBeEnrolled(wished);
    org.assertj.core.api.Assertions.assertThat(rush.get().stream().filter(Answer::enrolled))
        .hasSizeGreaterThan(OTHERS / 3);
    if (window.enrollButton(popular).isEnabled()) {
      window.enroll(popular);
    }
    window.mustBeRefused(popular);
    page.mouse().move(0, 0);
    BufferedImage after = picture(page);

    var both = new BufferedImage(972, 600, BufferedImage.TYPE_INT_RGB);
    Graphics2D drawing = both.createGraphics();
    drawing.setColor(Color.WHITE);
    drawing.fillRect(0, 0, both.getWidth(), both.getHeight());
    drawing.drawImage(before, 0, 0, null);
    drawing.drawImage(after, both.getWidth() - after.getWidth(), 0, null);
    drawing.dispose();
    write(both, "opening");
  }

  private long offer(OwnTerm next, String title, Meeting meeting, int capacity) {
    long course = next.course(title, next.subject(title), 3, meeting, capacity);
    rename(
        "UPDATE professor SET name = '이도윤' WHERE professor_id = (SELECT professor_id FROM course WHERE course_id = ?)",
        course);
    return course;
  }

  private static Answer clickUntilOpen(Student student, long course) {
    Answer answer = student.enroll(course);
    while (answer.code().equals("NOT_OPEN")) {
      answer = student.enroll(course);
    }
    return answer;
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
    write(picture(page), "student");
  }

  private static void keep(long course, StudentWindow window) {
    window.line(course).locator("button.keep[aria-pressed=false]").click();
    assertThat(window.line(course).locator("button.keep[aria-pressed=true]")).isVisible();
  }

  private static BufferedImage picture(Page page) throws IOException {
    return ImageIO.read(new ByteArrayInputStream(page.screenshot()));
  }

  /** A picture of a page has few colours, so the most frequent ones keep it small. */
  private static void write(BufferedImage picture, String name) throws IOException {
    Map<Integer, Integer> counts = new LinkedHashMap<>();
    for (int y = 0; y < picture.getHeight(); y++) {
      for (int x = 0; x < picture.getWidth(); x++) {
        counts.merge(picture.getRGB(x, y) & 0xffffff, 1, Integer::sum);
      }
    }
    int[] palette =
        counts.entrySet().stream()
            .sorted(Map.Entry.<Integer, Integer>comparingByValue().reversed())
            .limit(COLOURS)
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
    ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
    ImageWriteParam parameters = writer.getDefaultWriteParam();
    parameters.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
    // The slowest compression.
    parameters.setCompressionQuality(0);
    Path file = FOLDER.resolve(name + ".png");
    Files.deleteIfExists(file);
    try (ImageOutputStream output = ImageIO.createImageOutputStream(file.toFile())) {
      writer.setOutput(output);
      writer.write(null, new IIOImage(small, null, null), parameters);
    } finally {
      writer.dispose();
    }
  }
}
