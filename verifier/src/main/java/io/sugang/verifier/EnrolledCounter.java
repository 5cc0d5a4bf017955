package io.sugang.verifier;

/** The counter of each course, which the CHECK constraint relies on, is the number of its rows. */
record EnrolledCounter(Sources sources) implements Check {
  @Override
  public String name() {
    return "enrolled-counter";
  }

  @Override
  public Finding run() throws Exception {
    var courses = sources.snapshot().courses();
    if (courses.isEmpty()) {
      return Finding.unknown("there is no course in MySQL, so nothing to judge");
    }
    var wrong = new Examples();
    for (var course : courses) {
      if (course.enrolled() != course.rows()) {
        wrong.add(
            "course %d counts %d and has %d rows"
                .formatted(course.courseId(), course.enrolled(), course.rows()));
      }
    }
    return wrong.none()
        ? Finding.valid("the counters of %,d courses equal their rows".formatted(courses.size()))
        : Finding.violated(
            "%,d of %,d counters differ from the rows".formatted(wrong.count(), courses.size()),
            wrong);
  }
}
