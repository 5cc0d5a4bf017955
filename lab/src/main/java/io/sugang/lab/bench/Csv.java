package io.sugang.lab.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.QuoteMode;

/** Comma-separated values with a head and a point in numbers; what was not measured is empty. */
final class Csv {
  private static final CSVFormat WRITTEN =
      CSVFormat.RFC4180.builder().setRecordSeparator('\n').setQuoteMode(QuoteMode.MINIMAL).get();
  private static final CSVFormat READ =
      WRITTEN.builder().setHeader().setSkipHeaderRecord(true).get();

  private Csv() {}

  static void write(Path file, List<String> head, List<List<Object>> rows) throws IOException {
    StringBuilder text = new StringBuilder();
    try (CSVPrinter printer = new CSVPrinter(text, WRITTEN)) {
      printer.printRecord(head);
      for (List<Object> row : rows) {
        printer.printRecord(row.stream().map(Csv::cell));
      }
    }
    Files.writeString(file, text);
  }

  /**
   * @throws IOException without the file, or without one of the columns
   */
  static List<CSVRecord> read(Path file, List<String> columns) throws IOException {
    try (CSVParser parser = CSVParser.parse(file, java.nio.charset.StandardCharsets.UTF_8, READ)) {
      if (!parser.getHeaderNames().containsAll(columns)) {
        throw new IOException(file + " was not written by this version: it lacks columns");
      }
      return parser.getRecords();
    } catch (UncheckedIOException broken) {
      throw broken.getCause();
    }
  }

  static double number(String cell) {
    return cell.isEmpty() ? Double.NaN : Double.parseDouble(cell);
  }

  /** Four digits after the point are enough for every figure. */
  static String cell(Object value) {
    if (!(value instanceof Double number)) {
      return String.valueOf(value);
    }
    return number.isNaN()
        ? ""
        : String.format(Locale.ROOT, "%.4f", number).replaceFirst("\\.?0+$", "");
  }
}
