package io.sugang.enrollment.notice;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sugang.enrollment.notice.OwnNotices.NoticeRow;
import io.sugang.platform.ids.Ids;
import io.sugang.platform.ids.ValidId;
import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import io.sugang.signin.ActingUser;
import io.sugang.signin.OwnStudentProblems;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** HTTP operations on the notices of the student that is signed in. */
@Tag(name = "me")
@RestController
class NoticeController {
  private final OwnNotices notices;

  NoticeController(OwnNotices notices) {
    this.notices = notices;
  }

  /** A page of notices. */
  @Schema(name = "Notices")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record NoticePage(
      @Schema(description = "Unread notices in all") long unread,
      @Schema(description = "Newest first") List<NoticeView> notices,
      @Schema(description = "Value of 'before' for the next page; left out on the last one")
          @Nullable Long next) {}

  /** A notice in the API. */
  @Schema(name = "Notice")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record NoticeView(
      long noticeId,
      @Schema(description = "What it is about, like COURSE_CANCELLED") String kind,
      Instant at,
      @Nullable Long courseId,
      @Schema(description = "Title of the course at that time") @Nullable String course,
      @Schema(description = "The reason that the registrar's desk gave") @Nullable String text,
      @Nullable Instant readAt) {
    static NoticeView of(NoticeRow row) {
      return new NoticeView(
          row.noticeId(),
          row.kind(),
          row.at(),
          row.courseId(),
          row.course(),
          row.text(),
          row.readAt());
    }
  }

  @Operation(summary = "The student's notices of the registrar's desk, newest first, 50 at a time")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = NoticePage.class)))
  @OwnStudentProblems
  @GetMapping(path = "/api/me/notices", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> notices(
      @RequestParam(required = false) @ValidId @Nullable Long before, HttpServletRequest http) {
    ActingUser user = ActingUser.of(http);
    Long own = user.ownStudentId();
    if (own == null) {
      return user.noStudent();
    }
    List<NoticeRow> found = notices.below(own, before == null ? Ids.MAX : before);
    boolean more = found.size() > OwnNotices.PAGE;
    List<NoticeRow> page = more ? found.subList(0, OwnNotices.PAGE) : found;
    return ResponseEntity.ok(
        new NoticePage(
            notices.unread(own),
            page.stream().map(NoticeView::of).toList(),
            more ? page.getLast().noticeId() : null));
  }

  @Operation(summary = "Mark an own notice as read; repeating it changes nothing")
  @ApiResponse(responseCode = "204", description = "Read", content = @Content)
  @OwnStudentProblems
  @ProblemResponses(ProblemType.NOTICE_NOT_FOUND)
  @PostMapping("/api/me/notices/{id}/read")
  ResponseEntity<?> markRead(@PathVariable @ValidId long id, HttpServletRequest http) {
    ActingUser user = ActingUser.of(http);
    Long own = user.ownStudentId();
    if (own == null) {
      return user.noStudent();
    }
    return notices.markRead(own, id)
        ? ResponseEntity.noContent().build()
        : ProblemType.NOTICE_NOT_FOUND.toResponse("The student has no notice " + id + ".");
  }
}
