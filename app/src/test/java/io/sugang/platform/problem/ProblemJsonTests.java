package io.sugang.platform.problem;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Problems as Spring MVC writes them and as the fast path and the filters do. */
class ProblemJsonTests {
  private static final String PATH = "/problem";
  private static final String DETAIL = "A \"course\" is full\n, 수강.";

  @RestController
  private static final class Answering {
    private final ResponseEntity<ProblemDetail> answer;

    Answering(ResponseEntity<ProblemDetail> answer) {
      this.answer = answer;
    }

    @GetMapping(PATH)
    ResponseEntity<ProblemDetail> answer() {
      return answer;
    }
  }

  private static Map<String, Object> membersOfEachKind() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("text", "\"4190.101\", 자료구조");
    members.put("number", 9_007_199_254_740_991L);
    members.put("fraction", 1.5);
    members.put("yes", true);
    members.put("no", false);
    members.put("list", List.of("4190.101", "4190.102"));
    members.put("numbers", List.of(1, 2L));
    members.put("empty", List.of());
    members.put("map", Map.of("courseIds", List.of(17)));
    members.put("nothing", Map.of());
    return members;
  }

  @ParameterizedTest
  @EnumSource
  void bothPathsWriteTheSameBytes(ProblemType type) throws Exception {
    ResponseEntity<ProblemDetail> answer = type.toResponse(DETAIL, membersOfEachKind());
    String byMvc = byMvc(answer);
    // Spring MVC adds the path to the problem that it wrote.
    ProblemDetail problem = type.toResponse(DETAIL, membersOfEachKind()).getBody();
    assertThat(new String(ProblemJson.bytes(Objects.requireNonNull(problem), PATH), UTF_8))
        .isEqualTo(byMvc)
        .contains("\"yes\":true,\"no\":false,\"list\":[\"4190.101\",\"4190.102\"]");
  }

  private static String byMvc(ResponseEntity<ProblemDetail> answer) throws Exception {
    return MockMvcBuilders.standaloneSetup(new Answering(answer))
        .build()
        .perform(get(PATH))
        .andReturn()
        .getResponse()
        .getContentAsString(UTF_8);
  }
}
