package io.sugang.stand;

/** How many there are of each on a stand. */
public record CampusSize(int students, int courses) {}
