package io.sugang.verifier;

/** I1: no course has more enrollments than seats, by counting rows. */
record SeatsInMySql(Sources sources) implements Check {
  @Override
  public String name() {
    return "seats-in-mysql";
  }

  @Override
  public Finding run() throws Exception {
    var courses = sources.snapshot().courses();
    if (courses.isEmpty()) {
      return Finding.unknown("there is no course in MySQL, so nothing to judge");
    }
    var oversold = new Examples();
    for (var course : courses) {
      if (course.rows() > course.capacity()) {
        oversold.add(
            "course %d has %d enrollments for %d seats"
                .formatted(course.courseId(), course.rows(), course.capacity()));
      }
    }
    if (!oversold.none()) {
      return Finding.violated(
          "%,d of %,d courses have more enrollments than seats"
              .formatted(oversold.count(), courses.size()),
          oversold);
    }
    return Finding.valid(
        "%,d courses, %,d enrollments for %,d seats, no course above its own"
            .formatted(
                courses.size(),
                courses.stream().mapToLong(CourseRow::rows).sum(),
                courses.stream().mapToLong(CourseRow::capacity).sum()));
  }
}
