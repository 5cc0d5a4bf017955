package io.sugang.verifier;

/** I9: pools are parts of their courses, and seats that are due were moved. */
record Pools(Sources sources) implements Check {
  @Override
  public String name() {
    return "pools";
  }

  @Override
  public Finding run() throws Exception {
    var rows = sources.snapshot();
    var wrong = rows.wrongPools();
    return wrong.none()
        ? Finding.valid(
            "%,d pools are like their courses, and all seats that were due were moved"
                .formatted(rows.pools().size()))
        : Finding.violated("%,d pools or portions are wrong".formatted(wrong.count()), wrong);
  }
}
