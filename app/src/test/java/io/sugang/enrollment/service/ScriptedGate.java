package io.sugang.enrollment.service;

import static java.util.concurrent.CompletableFuture.completedFuture;

import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.seats.gate.CancelMark;
import io.sugang.seats.gate.GateAnswer;
import io.sugang.seats.gate.GateAnswer.NotGranted;
import io.sugang.seats.gate.SeatGate;
import io.sugang.seats.gate.Settlement;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A gate that answers as a test says, and writes down what it is asked. */
final class ScriptedGate implements SeatGate {
  private final Queue<CompletableFuture<GateAnswer>> answers = new ArrayDeque<>();
  private final List<String> events;

  /** As after an outage of Redis. */
  boolean mayLackRows;

  /** Of a cancel; empty: Redis was not asked. */
  CompletableFuture<Optional<CancelMark>> mark =
      completedFuture(Optional.of(new CancelMark("mark", true)));

  /** Of every confirm and release. */
  CompletableFuture<Settlement> settlement = completedFuture(Settlement.SETTLED);

  /** Thrown by the next questions. */
  @Nullable Error error;

  ScriptedGate(List<String> events) {
    this.events = events;
  }

  /** Sets the answers to come, one for each question; without one the gate is unavailable. */
  void answers(GateAnswer... inTurn) {
    for (GateAnswer answer : inTurn) {
      answers.add(completedFuture(answer));
    }
  }

  void fails(Throwable failure) {
    answers.add(CompletableFuture.failedFuture(failure));
  }

  @Override
  public synchronized CompletableFuture<GateAnswer> enter(StudentId studentId, SeatsId seatsId) {
    events.add("enter");
    if (error != null) {
      throw error;
    }
    CompletableFuture<GateAnswer> answer = answers.poll();
    return answer == null ? completedFuture(NotGranted.UNAVAILABLE) : answer;
  }

  @Override
  public boolean mayLackRows() {
    return mayLackRows;
  }

  @Override
  public CompletableFuture<Optional<CancelMark>> mark(StudentId studentId, SeatsId seatsId) {
    events.add("mark");
    return mark;
  }

  @Override
  public CompletionStage<Settlement> confirm(StudentId studentId, SeatsId seatsId, String token) {
    events.add("confirm " + token);
    return settlement;
  }

  @Override
  public CompletionStage<Settlement> release(StudentId studentId, SeatsId seatsId, String token) {
    events.add("release " + token);
    return settlement;
  }
}
