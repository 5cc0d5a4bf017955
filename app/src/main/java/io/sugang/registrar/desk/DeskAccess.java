package io.sugang.registrar.desk;

import io.sugang.platform.problem.ProblemType;
import io.sugang.signin.ActingStaff;
import io.sugang.signin.ActingUser;
import io.sugang.signin.StaffRole;
import jakarta.servlet.http.HttpServletRequest;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Lets members of the staff do what their role allows. The register is asked anew for each request
 * but that of the overview, so a role that was taken away counts at once, whatever the session
 * says. For the overview it was asked within the last second, before the request came here.
 */
@Component
public class DeskAccess {
  private static final String MEMBER =
      "SELECT s.name, s.role, d.name_ko FROM staff s"
          + " LEFT JOIN department d ON d.department_id = s.department_id WHERE s.staff_id = ?";

  private final JdbcTemplate jdbc;

  DeskAccess(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** Answers a request that reads. */
  public ResponseEntity<?> reading(
      HttpServletRequest http, Function<DeskMember, ResponseEntity<?>> answer) {
    ActingUser user = ActingUser.of(http);
    ActingStaff staff = user.staff();
    DeskMember member = staff == null ? null : member(staff);
    if (staff != null && member == null) {
      return noDesk("The register does not have this account with the role of its session.");
    }
    return member == null ? user.noDesk() : unstored(answer.apply(member));
  }

  /** Answers a request that reads; while MySQL does not answer, by the session alone. */
  ResponseEntity<?> looking(HttpServletRequest http, Supplier<ResponseEntity<?>> answer) {
    ActingUser user = ActingUser.of(http);
    return user.staff() == null ? user.noDesk() : unstored(answer.get());
  }

  /**
   * Answers a request that changes something, which is refused unless a member may change all.
   *
   * @param otherwise what a role does not that may not, like {@code "changes no windows"}
   */
  public ResponseEntity<?> changingAll(
      HttpServletRequest http, String otherwise, Function<DeskMember, ResponseEntity<?>> answer) {
    return reading(
        http,
        member ->
            member.mayChangeAll()
                ? answer.apply(member)
                : noDesk("The role %s %s.".formatted(member.role(), otherwise)));
  }

  ResponseEntity<?> changingWindows(
      HttpServletRequest http, Function<DeskMember, ResponseEntity<?>> answer) {
    return changingAll(http, "changes no windows", answer);
  }

  /** Answers a request that changes a course, which is refused for a member who reads only. */
  ResponseEntity<?> changingCourses(
      HttpServletRequest http, Function<DeskMember, ResponseEntity<?>> answer) {
    return reading(
        http,
        member ->
            member.role() == StaffRole.VIEWER
                ? noDesk("The role VIEWER reads only.")
                : answer.apply(member));
  }

  static ResponseEntity<ProblemDetail> noDesk(String detail) {
    return ProblemType.NO_DESK.toResponse(detail + " Nothing was changed.");
  }

  private @Nullable DeskMember member(ActingStaff staff) {
    return jdbc
        .query(
            MEMBER,
            (row, n) ->
                new DeskMember(
                    staff.staffId(),
                    StaffRole.valueOf(row.getString(2)),
                    row.getString(1),
                    row.getString(3),
                    staff.actor()),
            staff.staffId())
        .stream()
        .filter(member -> member.role() == staff.role())
        .findFirst()
        .orElse(null);
  }

  private static ResponseEntity<?> unstored(ResponseEntity<?> answer) {
    HttpHeaders headers = new HttpHeaders();
    headers.putAll(answer.getHeaders());
    if (headers.getCacheControl() == null) {
      headers.setCacheControl(CacheControl.noStore());
    }
    return new ResponseEntity<>(answer.getBody(), headers, answer.getStatusCode());
  }
}
