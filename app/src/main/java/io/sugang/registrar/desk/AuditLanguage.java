package io.sugang.registrar.desk;

import java.util.HashMap;
import java.util.Map;

/**
 * The words of the audit in a language. A key is a kind and a name, as {@code action.ENROLL}. The
 * desk's page has the same words for actions in its list to choose from.
 */
enum AuditLanguage {
  KO("ko"),
  EN("en");

  /** Kind and name, Korean, English. */
  private static final String[][] WORDS = {
    {"column.event", "기록 번호", "Event"},
    {"column.at", "시각(한국 시간)", "Time (Korea)"},
    {"column.actor", "행위자", "Who"},
    {"column.action", "한 일", "Action"},
    {"column.target", "대상", "Target"},
    {"column.number", "학번", "Student number"},
    {"column.student", "학생", "Student"},
    {"column.code", "과목코드-분반", "Code and section"},
    {"column.course", "강좌", "Course"},
    {"column.outcome", "결과", "Outcome"},
    {"column.change", "변경", "Change"},
    {"column.reason", "이유", "Reason"},
    {"action.ENROLL", "신청", "Enroll"},
    {"action.CANCEL", "신청 취소", "Cancel an enrollment"},
    {"action.COURSE_CAPACITY", "정원 변경", "Change seats"},
    {"action.COURSE_CLOSE", "신청 마감", "Close a course"},
    {"action.COURSE_REOPEN", "신청 다시 열기", "Reopen a course"},
    {"action.COURSE_CANCEL", "폐강", "Cancel a course"},
    {"action.OVERRIDE_REQUEST", "추가 승인 요청", "Request an override"},
    {"action.OVERRIDE_GRANT", "추가 승인", "Grant an override"},
    {"action.OVERRIDE_DECLINE", "추가 승인 거절", "Decline an override"},
    {"action.OVERRIDE_CONFIRM", "추가 승인 확정", "Confirm an override"},
    {"action.OVERRIDE_WITHDRAW", "추가 승인 요청 철회", "Withdraw an override"},
    {"action.WINDOW_CREATE", "신청기간 만들기", "Create a window"},
    {"action.WINDOW_CHANGE", "신청기간 변경", "Change a window"},
    {"action.WINDOW_SHIFT", "신청기간 옮기기", "Shift a window"},
    {"action.WINDOW_OPEN", "신청기간 지금 열기", "Open a window"},
    {"action.WINDOW_CLOSE", "신청기간 지금 닫기", "Close a window"},
    {"action.MOCK_TERM_BEGIN", "모의 수강신청 시작", "Begin a mock term"},
    {"action.MOCK_TERM_END", "모의 수강신청 종료", "End a mock term"},
    {"action.MOCK_TERM_WIPED", "모의 수강신청 정리됨", "Mock term taken away"},
    {"action.COURSE_IMPORT", "강좌 가져오기", "Import a course"},
    {"action.COURSE_RESET", "정원 되돌리기", "Reset seats"},
    {"action.STUDENT_IMPORT", "학생 가져오기", "Import a student"},
    {"action.STUDENT_CORRECT", "학생 정보 수정", "Correct a student"},
    {"action.SIGN_IN", "교직원 로그인", "Staff sign-in"},
    {"action.SIGN_OUT", "교직원 로그아웃", "Staff sign-out"},
    {"action.REFUSED_ATTEMPTS", "거절된 시도 모음", "Refused attempts"},
    {"actor.student", "학생", "Student"},
    {"actor.registrar", "교무처", "Registrar"},
    {"actor.department", "학과", "Department"},
    {"actor.viewer", "조회 전용", "View only"},
    {"actor.load", "부하 시험", "Load driver"},
    {"actor.migration", "자료 이전", "Migration"},
    {"actor.import", "가져오기", "Import"},
    {"actor.operator", "운영자", "Operator"},
    {"target.window", "신청기간", "Window"},
    {"target.override", "추가 승인 요청", "Override"},
    {"target.term", "학기", "Term"},
    {"target.enrollment", "신청 내역", "Enrollment"},
    {"target.student", "학생", "Student"},
    {"target.course", "강좌", "Course"},
    {"outcome.DONE", "처리됨", "Done"},
    {"outcome.NOT_YOURS", "거절됨: 다른 학생의 내역", "Refused: another student's"},
    {"outcome.NO_STUDENT", "거절됨: 학생 계정 아님", "Refused: no student's account"},
    {"outcome.other", "거절됨", "Refused"},
    {"field.capacity", "정원", "Seats"},
    {"field.taken", "신청한 학생", "Taken"},
    {"field.status", "상태", "State"},
    {"field.state", "상태", "State"},
    {"field.term", "학기", "Term"},
    {"field.name", "학기", "Term"},
    {"field.ofTerm", "원래 학기", "Copy of"},
    {"field.phase", "단계", "Phase"},
    {"field.audience", "대상", "For"},
    {"field.opensAt", "시작", "Opens"},
    {"field.closesAt", "끝", "Closes"},
    {"field.mergesAt", "모두에게 열림", "Open to all"},
    {"field.actions", "허용하는 일", "Allows"},
    {"field.expiresAt", "확정 기한", "To be confirmed by"},
    {"field.lifts", "적용하지 않을 규칙", "Lifted rules"},
    {"field.raisedSeats", "늘린 자리", "Added seats"},
    {"field.raisedCredits", "늘린 학점", "Added credits"},
    {"field.courseDepartment", "강좌 학과", "Department of the course"},
    {"field.staffDepartment", "교직원 학과", "Department of the staff"},
    {"field.attempts", "시도", "Attempts"},
    {"field.from", "처음", "First"},
    {"field.to", "마지막", "Last"},
    {"field.browser", "브라우저", "Browser"},
    {"field.role", "역할", "Role"},
    {"field.department", "학과", "Department"},
    {"field.grade", "학년", "Grade"},
    {"field.standing", "학적", "Standing"},
    {"field.type", "구분", "Type"},
    {"field.termsCompleted", "이수 학기", "Terms completed"},
    {"field.credits", "학점", "Credits"},
    {"field.students", "학생", "Students"},
    {"field.courses", "강좌", "Courses"},
    {"field.enrollments", "신청 내역", "Enrollments"},
    {"field.begunAt", "시작한 시각", "Begun"},
    {"field.endRequestedAt", "종료한 시각", "End requested"},
    {"field.endedAt", "끝난 시각", "Ended"},
    {"value.OPEN", "신청 가능", "Open"},
    {"value.CLOSED", "신청 마감", "Closed"},
    {"value.CANCELLED", "취소됨", "Cancelled"},
    {"status.CANCELLED", "폐강", "Cancelled"},
    {"value.BEFORE", "열리기 전", "Not yet open"},
    {"value.OVER", "끝남", "Over"},
    {"value.REQUESTED", "승인 대기", "Waiting"},
    {"value.GRANTED", "승인함", "Approved"},
    {"value.DECLINED", "승인하지 않음", "Declined"},
    {"value.EXPIRED", "기한 지남", "Expired"},
    {"value.CONFIRMED", "확정됨", "Confirmed"},
    {"value.WITHDRAWN", "철회함", "Withdrawn"},
    {"value.COPYING", "복사 중", "Being copied"},
    {"value.READY", "준비됨", "Ready"},
    {"value.ENDING", "정리 중", "Being taken away"},
    {"value.ENDED", "종료됨", "Ended"},
    {"phase.BASKET", "장바구니", "Basket"},
    {"phase.ALLOCATION", "배정", "Allocation"},
    {"phase.ENROLL", "수강신청", "Enrollment"},
    {"phase.ADD_DROP", "변경", "Add and drop"},
    {"phase.WITHDRAW", "수강 철회", "Withdrawal"},
    {"actions.ENROLL", "신청", "enroll"},
    {"actions.DROP", "취소", "cancel"},
    {"actions.SWAP", "바꾸기", "swap"},
    {"actions.WAITLIST", "대기", "wait-list"},
    {"actions.BASKET", "장바구니", "basket"},
    {"lifts.CAPACITY", "정원 1석 추가", "one seat more"},
    {"lifts.TIME_CONFLICT", "시간 겹침", "time conflict"},
    {"lifts.CREDIT_LIMIT", "학점 한도", "credit limit"},
    {"lifts.PREREQUISITE", "선수과목", "prerequisite"},
    {"lifts.RETAKE", "재수강", "retake"},
    {"lifts.AUDIENCE", "신청 대상", "audience"},
    {"lifts.WINDOW", "신청기간 밖", "outside the window"},
    {"season.SPRING", "1학기", "Spring"},
    {"season.SUMMER", "여름학기", "Summer"},
    {"season.FALL", "2학기", "Fall"},
    {"season.WINTER", "겨울학기", "Winter"},
    {"word.mock", "모의", "mock"},
    {"word.none", "없음", "none"},
    {"word.everyone", "모두", "everyone"},
  };

  private final String code;
  private final Map<String, String> words = new HashMap<>();

  AuditLanguage(String code) {
    this.code = code;
  }

  static {
    for (String[] row : WORDS) {
      KO.words.put(row[0], row[1]);
      EN.words.put(row[0], row[2]);
    }
  }

  /** Returns the language of {@code ko} or {@code en}. */
  static AuditLanguage of(String code) {
    return code.equals(EN.code) ? EN : KO;
  }

  String code() {
    return code;
  }

  /** Returns a word of a kind, and the name itself where there is none. */
  String word(String kind, String name) {
    return words.getOrDefault(kind + "." + name, name);
  }

  boolean has(String kind, String name) {
    return words.containsKey(kind + "." + name);
  }

  /** Returns a term like {@code 2026 SPRING} or {@code 2026 SPRING MOCK}. */
  String term(String name) {
    String[] parts = name.split(" ");
    if (parts.length < 2 || parts.length > 3 || !has("season", parts[1])) {
      return name;
    }
    String season = word("season", parts[1]);
    String term = this == KO ? parts[0] + "-" + season : season + " " + parts[0];
    return parts.length == 2 ? term : "%s (%s)".formatted(term, word("word", "mock"));
  }
}
