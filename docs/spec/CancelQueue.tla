----------------------------- MODULE CancelQueue -----------------------------
(***************************************************************************)
(* One cancel in the queue of an instance (CancelQueue.java). It waits for *)
(* a turn, whose transaction deletes the row. A turn that finds the plan   *)
(* of the student locked defers the cancel: it waits again. Its time limit *)
(* may end at any time, and then the student is answered 503.              *)
(*                                                                         *)
(* A cancel that is answered 503 while it waits deletes nothing later. One *)
(* whose transaction was running is in doubt, as after a COMMIT without an *)
(* answer: it may delete the row in that turn, and in no further one.      *)
(***************************************************************************)
EXTENDS Naturals

CONSTANTS
  Deferrals,    \* how often the plan is found locked
  \* Switch. FALSE takes the rule out, to show by the counterexample what it is
  \* there for.
  EndsForGood   \* a deferred cancel whose time is over is not queued again

VARIABLES
  word,      \* "waiting", "taken" or "over"
  row,       \* whether the row is there
  answer,    \* "none", "204" or "503"
  inTurn,    \* ghost: turn in which the 503 was answered; 0: while it waited
  turn,      \* turns begun
  locked,    \* deferrals left
  lies       \* ghost: what must not happen

vars == <<word, row, answer, inTurn, turn, locked, lies>>

Init == /\ word = "waiting" /\ row = TRUE /\ answer = "none" /\ inTurn = 0 /\ turn = 0
        /\ locked = Deferrals /\ lies = {}

\* A turn takes what waits.
Take == /\ word = "waiting" /\ word' = "taken" /\ turn' = turn + 1
        /\ UNCHANGED <<row, answer, inTurn, locked, lies>>

\* SKIP LOCKED left the plan out.
Defer == /\ word = "taken" /\ locked > 0 /\ locked' = locked - 1
         /\ word' = IF EndsForGood /\ answer = "503" THEN "over" ELSE "waiting"
         /\ UNCHANGED <<row, answer, inTurn, turn, lies>>

Delete == /\ word = "taken" /\ row /\ row' = FALSE /\ word' = "over"
          /\ answer' = IF answer = "none" THEN "204" ELSE answer
          /\ lies' = IF answer = "503" /\ inTurn # turn THEN lies \cup {"zombie"} ELSE lies
          /\ UNCHANGED <<inTurn, turn, locked>>

\* While it waits the time limit ends it. In a turn it answers, and the turn continues.
TimeLimit == /\ answer = "none" /\ word \in {"waiting", "taken"} /\ answer' = "503"
             /\ word' = IF word = "waiting" THEN "over" ELSE word
             /\ inTurn' = IF word = "waiting" THEN 0 ELSE turn
             /\ UNCHANGED <<row, turn, locked, lies>>

Next == Take \/ Defer \/ Delete \/ TimeLimit
Spec == Init /\ [][Next]_vars
LiveSpec == Spec /\ WF_vars(Take \/ Delete) /\ WF_vars(TimeLimit)

TypeOK == /\ word \in {"waiting", "taken", "over"} /\ answer \in {"none", "204", "503"}
          /\ row \in BOOLEAN /\ turn \in 0..(Deferrals + 1)

\* The row is gone after a 204, and a turn after the 503 does not delete it.
I2 == lies = {} /\ (answer = "204" => ~row)

\* Every cancel is answered, and none stays in the queue.
I4 == <>[](word = "over" /\ answer # "none")
===============================================================================
