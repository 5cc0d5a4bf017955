package io.sugang.lab.bench;

/** Number of students and courses on a testbed. */
record DatasetSize(int students, int courses) {}
