package io.sugang.lab.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Names of the failed tests in a report of Maven. */
final class FailedTests {
  private FailedTests() {}

  /**
   * Returns the class and method of each failed test, with the first line of what it says.
   *
   * @throws IOException when the report is no XML
   */
  static List<String> of(Path report) throws IOException {
    var failed = new ArrayList<String>();
    String test = "";
    try (var in = Files.newInputStream(report)) {
      XMLStreamReader xml = XMLInputFactory.newFactory().createXMLStreamReader(in);
      while (xml.hasNext()) {
        if (xml.next() != XMLStreamConstants.START_ELEMENT) {
          continue;
        }
        switch (xml.getLocalName()) {
          case "testcase" ->
              test = value(xml, "classname").replaceFirst(".*\\.", "") + "." + value(xml, "name");
          case "failure", "error" ->
              failed.add(
                  test + ": " + value(xml, "message").strip().lines().findFirst().orElse(""));
          default -> {
            // What a test printed.
          }
        }
      }
    } catch (XMLStreamException broken) {
      throw new IOException(report + " cannot be read: " + broken.getMessage(), broken);
    }
    return failed;
  }

  private static String value(XMLStreamReader xml, String attribute) {
    String value = xml.getAttributeValue(null, attribute);
    return value == null ? "" : value;
  }
}
