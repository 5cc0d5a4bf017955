package io.sugang.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.tools.report.TimeChart.Series;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimeChartTests {
  private static final double[] AT = {0, 1, 2, 3};

  @Test
  void aLineHasAGapWhereNothingWasMeasured() {
    assertThat(svg(new Series("a", "#123456", AT, new double[] {0, 10, Double.NaN, 5})))
        .contains("<path d=\"M62.0 240.0h0L202.0 44.0M482.0 142.0h0\" fill=\"none\"")
        .doesNotContain("NaN");
  }

  @Test
  void labelsAreEscapedAndInTheLegend() {
    assertThat(svg(new Series("a < b", "#123456", AT, AT))).contains(">a &lt; b</text>");
  }

  private static String svg(Series series) {
    return new TimeChart(640, Scale.seconds(4), Scale.linear(10))
        .svg("title", "unit", List.of(series));
  }
}
