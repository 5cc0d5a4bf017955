package io.sugang.registrar.desk;

import io.sugang.registrar.desk.AudienceChoice.GradeRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The Korean names of audiences that the desk makes, like {@code 컴퓨터공학과 2학년 · 홀수}. */
final class AudienceName {
  private static final int LONGEST = 64;
  private static final int MOST_DEPARTMENTS = 3;
  private static final int SHORTEST_RANGE = 3;
  private static final String AND = "·";
  private static final Map<String, String> TYPES =
      Map.of(
          "REGULAR", "일반 학생",
          "FRESHMAN", "신입생",
          "TRANSFER", "편입생",
          "EXCHANGE", "교환학생",
          "GRADUATE", "대학원생");

  private AudienceName() {}

  /**
   * Returns the name of a choice.
   *
   * @param departments names by id, of all that the choice has
   */
  static String of(AudienceChoice choice, Map<Long, String> departments) {
    List<String> names = choice.departments().stream().map(departments::get).toList();
    String name = of(choice, String.join(AND, names));
    return names.size() > MOST_DEPARTMENTS || name.length() > LONGEST
        ? cut(of(choice, inShort(names)), LONGEST)
        : name;
  }

  /**
   * Returns a name for the n-th audience that would have the same name. Names of many departments
   * leave some out.
   */
  static String numbered(String name, int n) {
    String suffix = " (%d)".formatted(n);
    return cut(name, LONGEST - suffix.length()) + suffix;
  }

  private static String of(AudienceChoice choice, String departments) {
    List<String> parts = new ArrayList<>();
    String grades = choice.grades().isEmpty() ? "" : grades(choice) + "학년";
    parts.add((departments + " " + grades).strip());
    parts.add(choice.types().stream().map(TYPES::get).collect(Collectors.joining(AND)));
    String parity = choice.parity();
    parts.add(parity == null ? "" : parity.equals("ODD") ? "홀수" : "짝수");
    parts.removeIf(String::isEmpty);
    return String.join(" · ", parts);
  }

  private static String grades(AudienceChoice choice) {
    return choice.ranges().stream().map(AudienceName::grades).collect(Collectors.joining(AND));
  }

  private static String grades(GradeRange range) {
    if (range.from() == range.to()) {
      return Integer.toString(range.from());
    }
    return range.to() - range.from() + 1 < SHORTEST_RANGE
        ? range.from() + AND + range.to()
        : range.from() + "-" + range.to();
  }

  private static String inShort(List<String> names) {
    return names.size() <= 1
        ? String.join("", names)
        : "%s 외 %d개 학과".formatted(names.getFirst(), names.size() - 1);
  }

  private static String cut(String name, int longest) {
    return name.length() <= longest ? name : name.substring(0, longest - 1) + "…";
  }
}
