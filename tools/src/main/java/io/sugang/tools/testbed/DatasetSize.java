package io.sugang.tools.testbed;

/** How many there are of each on a stand. */
public record DatasetSize(int students, int courses) {}
