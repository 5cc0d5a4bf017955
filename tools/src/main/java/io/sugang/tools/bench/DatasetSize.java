package io.sugang.tools.bench;

/** Number of students and courses on a testbed. */
public record DatasetSize(int students, int courses) {}
