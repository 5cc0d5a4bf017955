package io.sugang.ops.importer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** A file of the registrar: UTF-8, comma-separated, with Korean headers in any order. */
final class CsvTable {
  private static final CSVFormat FORMAT =
      CSVFormat.RFC4180.builder().setIgnoreEmptyLines(true).setTrim(true).get();
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final String name;
  private final Map<String, Integer> columns = new HashMap<>();
  private final List<CsvRow> rows = new ArrayList<>();

  private CsvTable(String name) {
    this.name = name;
  }

  /**
   * Reads a file. Faults of the head and lines of another length are bad lines; without all
   * required columns no row is read.
   *
   * @param required columns that the file must have
   * @param optional columns that it may have
   */
  static CsvTable read(Path file, List<String> required, List<String> optional, List<BadLine> bad) {
    var table = new CsvTable(file.getFileName().toString());
    long line = 0;
    try (BufferedReader text = Files.newBufferedReader(file, StandardCharsets.UTF_8);
        CSVParser parser = CSVParser.parse(text, FORMAT)) {
      for (CSVRecord values : parser) {
        if (table.columns.isEmpty()) {
          if (!table.head(values, required, optional, bad)) {
            return table;
          }
        } else if (values.size() != table.columns.size()) {
          bad.add(
              new BadLine(
                  table.name,
                  line + 1,
                  "(line)",
                  "%d values".formatted(values.size()),
                  "%d values, as many as columns".formatted(table.columns.size())));
        } else {
          table.rows.add(new CsvRow(table.name, line + 1, table.columns, values, bad));
        }
        line = parser.getCurrentLineNumber();
      }
      if (table.columns.isEmpty()) {
        bad.add(new BadLine(table.name, 1, "(head)", "", String.join(", ", required)));
      }
    } catch (CharacterCodingException other) {
      bad.add(
          new BadLine(table.name, line + 1, "(file)", "not UTF-8", "UTF-8; save it as CSV UTF-8"));
    } catch (CSVException | UncheckedIOException broken) {
      bad.add(unreadable(table.name, line, broken));
    } catch (IOException broken) {
      bad.add(unreadable(table.name, line, broken));
    }
    return table;
  }

  private static BadLine unreadable(String name, long line, Exception broken) {
    Throwable cause = broken.getCause() instanceof IOException inner ? inner : broken;
    if (cause instanceof CharacterCodingException) {
      return new BadLine(name, line + 1, "(file)", "not UTF-8", "UTF-8; save it as CSV UTF-8");
    }
    return new BadLine(
        name,
        line + 1,
        "(line)",
        String.valueOf(cause.getMessage()),
        "values that end their quotes");
  }

  private boolean head(
      CSVRecord names, List<String> required, List<String> optional, List<BadLine> bad) {
    int faults = bad.size();
    for (int i = 0; i < names.size(); i++) {
      String column = names.get(i);
      if (i == 0 && !column.isEmpty() && column.charAt(0) == BYTE_ORDER_MARK) {
        column = column.substring(1);
      }
      if (columns.put(column, i) != null) {
        bad.add(new BadLine(name, 1, column, column, "each column once"));
      } else if (!required.contains(column) && !optional.contains(column)) {
        bad.add(
            new BadLine(
                name,
                1,
                column,
                column,
                String.join(", ", required) + ", " + String.join(", ", optional)));
      }
    }
    for (String column : required) {
      if (!columns.containsKey(column)) {
        bad.add(new BadLine(name, 1, column, "", "a column " + column));
      }
    }
    return bad.size() == faults;
  }

  List<CsvRow> rows() {
    return rows;
  }
}
