package io.sugang.tools.testbed;

/** How many there are of each on a stand. */
public record CampusSize(int students, int courses) {}
