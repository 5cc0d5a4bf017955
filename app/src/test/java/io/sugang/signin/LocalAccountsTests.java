package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Passwords that follow from a secret and a name. */
class LocalAccountsTests {
  private static final String OF_STUDENT_1 = "5HWZY6BZJB";
  private final LocalAccounts accounts =
      new LocalAccounts("an-account-secret-of-the-tests-0123456789");

  @Test
  void thePasswordOfAnAccountStays() {
    assertThat(accounts.password("student:1")).isEqualTo(OF_STUDENT_1);
  }

  @ParameterizedTest
  @ValueSource(strings = {OF_STUDENT_1, "5hwzy6bzjb", "5HWZY-6BZJB", "5hwzy-6bzjb"})
  void caseAndHyphensDoNotMatter(String password) {
    assertThat(accounts.isOfStudent("1", password)).isTrue();
    assertThat(accounts.isOfStudent("2", password)).isFalse();
    assertThat(accounts.isOfStaff("1", password)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5HWZY6BZJ", "5HWZY6BZJBA", "5HWZY6BZJC", " 5HWZY6BZJB", "비밀번호"})
  void anotherTextIsRefused(String password) {
    assertThat(accounts.isOfStudent("1", password)).isFalse();
  }

  @Test
  void everyAccountAndEverySecretHasItsOwn() {
    Set<String> passwords = new HashSet<>();
    for (int number = 1; number <= 2_000; number++) {
      passwords.add(accounts.password("student:" + number));
    }
    passwords.add(accounts.password("staff:1"));
    passwords.add(
        new LocalAccounts("another-secret-of-the-tests-0123456789").password("student:1"));
    assertThat(passwords).hasSize(2_002).allMatch(p -> p.matches("[A-Z2-7]{10}"));
  }
}
