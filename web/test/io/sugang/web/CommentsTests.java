package io.sugang.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Removes what only readers of the source need. */
class CommentsTests {
  @Test
  void removesCommentsAndIndentationAndKeepsTheNumbersOfLines() {
    String module =
        """
        /**
         * Says hello.
         * @module
         */
        import { t } from './text.js'; // stays: it is not on a line of its own

        /** @param {string} name */
        export const hello = (/** @type {string} */ name, /** @type {{a: number}[]} */ all) => {
          // A reason.
          const address = 'https://example.ac.kr'; /* stays */
          return `/** ${name} */ // ${all.length}`;
        };
        """;
    String served = Comments.removedFrom(module);
    assertThat(served)
        .isEqualTo(
            """




            import { t } from './text.js'; // stays: it is not on a line of its own


            export const hello = (name, all) => {

            const address = 'https://example.ac.kr'; /* stays */
            return `/** ${name} */ // ${all.length}`;
            };
            """);
    assertThat(served.lines().count()).isEqualTo(module.lines().count());
  }

  @Test
  void leavesAModuleWithoutCommentsAsItIs() {
    String module = "const a = 2 * 3 / 4;\nconst b = /\\/\\*/.test('x');\n";
    assertThat(Comments.removedFrom(module)).isEqualTo(module);
  }

  @Test
  void leavesTheRulesOfAStyleSheet() {
    String style =
        """
        /* Panels */
        @media (max-width: 599px) {
          .panel { padding: 0; } /* stays */
        }
        """;
    assertThat(Comments.removedFromStyle(style))
        .isEqualTo(
            """

            @media (max-width: 599px) {
            .panel { padding: 0; } /* stays */
            }
            """);
  }
}
