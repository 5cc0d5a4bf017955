package io.sugang.catalog.student;

import io.swagger.v3.oas.annotations.media.Schema;

/** A student in the API and in Redis. */
@Schema(name = "Student")
record StudentView(
    long studentId,
    String studentNumber,
    String name,
    String email,
    String department,
    int grade) {}
