----------------------------- MODULE PoolAnswers -----------------------------
(***************************************************************************)
(* What students are answered while seats move: one course with a pool, in *)
(* front of each a gate that knows a capacity of its own. SeatControl.tla  *)
(* has the gate of one course in full, and SeatPools.tla the moves at the  *)
(* ledger; here both are as small as the answers need them. The gate has   *)
(* the rows, and the open entries of requests in flight.                   *)
(*                                                                         *)
(* A student of the pool asks it first. From the merge on the seats of the *)
(* rest are for all students. The desk may raise a capacity, and a         *)
(* reconciler loads capacities that differ. FULL has to be true: at some   *)
(* instant of the request every seat that the student may take was held by *)
(* a row or by a request in flight.                                        *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets

CONSTANTS
  PoolSeats,    \* capacity of the pool at the beginning; the rest has none
  PoolRows,     \* rows of the pool at the beginning
  Plan,         \* sequence of "member" | "other": requests; others are in no pool
  Cancels,      \* cancels that arrive
  Raises,       \* seats that the desk adds, one at a time
  MaxFaults,    \* changes of capacities that are rolled back
  \* Switches. FALSE takes the rule out, to show by the counterexample what
  \* it is there for.
  RaiseFirst,   \* the gate gets a higher capacity before the COMMIT, while the
                \* row is locked (FALSE: from a load after it)
  LowerBehindLock, \* a load lowers a capacity only by a read of it that began
                \* when the course row was not locked
  OneLook,      \* FULL of several places is answered by one read of all of them
                \* (FALSE: by asking one gate after the other)
  AtTheAnswer,  \* whether a pool has merged is asked again at the answer
                \* (FALSE: only at the arrival)
  MoveLater     \* seats move when the clocks of all instances are past the merge

Reqs   == 1..Len(Plan)
Pool   == 1
Rest   == 2
Places == {Pool, Rest}
Free   == "free"
Changers == {"moves", "desk"}
NoLoad == <<>>
Unread == 99

VARIABLES
  cap, rows,  \* place -> capacity and rows in the ledger
  lock,       \* place -> who holds the row, or Free
  gcap,       \* place -> capacity at the gate
  grants,     \* place -> open entries of claims
  marks,      \* place -> open entries of cancels
  load,       \* <<place, capacity as read or Unread>> with a valid ticket, or NoLoad
  due,        \* 0: before the merge; 1: after it by some clocks; 2: by all
  change,     \* changer -> <<>>, or <<step, place, seats>>
  pc,         \* request -> step
  places,     \* request -> places that it asks, in this order
  at,         \* request -> index in it
  token,      \* request -> whether the gate granted it
  held,       \* ghost: request -> every seat that it may take was held at an instant
  cancels, raises, faults,
  lies        \* ghost: answers that were not true

ledger   == <<cap, rows, lock>>
gate     == <<gcap, grants, marks, load>>
requests == <<pc, places, at, token>>
left     == <<cancels, raises, faults>>
vars     == <<ledger, gate, due, change, requests, held, left, lies>>

Init ==
  /\ cap = [p \in Places |-> IF p = Pool THEN PoolSeats ELSE 0] /\ gcap = cap
  /\ rows = [p \in Places |-> IF p = Pool THEN PoolRows ELSE 0]
  /\ lock = [p \in Places |-> Free] /\ load = NoLoad /\ due = 0
  /\ grants = [p \in Places |-> 0] /\ marks = grants
  /\ change = [c \in Changers |-> <<>>]
  /\ pc = [r \in Reqs |-> "idle"] /\ places = [r \in Reqs |-> <<>>]
  /\ at = [r \in Reqs |-> 1] /\ token = [r \in Reqs |-> FALSE]
  /\ held = [r \in Reqs |-> FALSE]
  /\ cancels = Cancels /\ raises = Raises /\ faults = 0 /\ lies = {}

Live(r) == pc[r] \notin {"idle", "done"}
\* The rest from the merge on: by all clocks, or when the pool's seats were moved.
MayTake(r) == (IF Plan[r] = "member" THEN {Pool} ELSE {})
              \cup (IF due = 2 \/ cap[Pool] < PoolSeats THEN {Rest} ELSE {})
Held(p) == rows[p] + grants[p] + marks[p] >= cap[p]
AllHeld(r) == \A p \in MayTake(r) : Held(p)

\* Each step of the system looks at the state that it leaves.
Observe == held' = [r \in Reqs |-> Live(r)' /\ (held[r] \/ AllHeld(r)')]

(********************************** requests *********************************)

\* Whether the clock of this instance is past the merge.
Merged(is) == (due = 2 /\ is) \/ due = 1 \/ (due = 0 /\ ~is)
PlacesOf(r, merged) == IF Plan[r] = "other" THEN <<Rest>>
                       ELSE IF merged THEN <<Pool, Rest>> ELSE <<Pool>>
Here(r) == places[r][at[r]]

\* A student who is in no pool is refused before the merge, with another reason.
Arrive(r) ==
  /\ pc[r] = "idle"
  /\ \E merged \in BOOLEAN :
       /\ Merged(merged) /\ (Plan[r] = "member" \/ merged)
       /\ places' = [places EXCEPT ![r] = PlacesOf(r, merged)]
  /\ pc' = [pc EXCEPT ![r] = "ask"]
  /\ UNCHANGED <<ledger, gate, due, change, at, token, left, lies>>

End(r) == /\ pc' = [pc EXCEPT ![r] = "done"] /\ places' = [places EXCEPT ![r] = <<>>]
          /\ at' = [at EXCEPT ![r] = 1] /\ token' = [token EXCEPT ![r] = FALSE]

AnswerFull(r) == /\ End(r) /\ lies' = IF held[r] THEN lies ELSE lies \cup {"full"}

\* This place is full: the next one. After the last one: what is answered?
Refuse(r) ==
  IF at[r] < Len(places[r])
  THEN /\ at' = [at EXCEPT ![r] = @ + 1] /\ pc' = [pc EXCEPT ![r] = "ask"]
       /\ token' = [token EXCEPT ![r] = FALSE] /\ UNCHANGED <<places, lies>>
  ELSE \E merged \in BOOLEAN :
       /\ Merged(merged)
       /\ LET all == IF AtTheAnswer /\ Len(PlacesOf(r, merged)) > Len(places[r])
                     THEN PlacesOf(r, merged) ELSE places[r] IN
          IF Len(all) = 1 THEN AnswerFull(r)
          ELSE IF OneLook
          THEN /\ places' = [places EXCEPT ![r] = all] /\ pc' = [pc EXCEPT ![r] = "look"]
               /\ token' = [token EXCEPT ![r] = FALSE] /\ UNCHANGED <<at, lies>>
          ELSE IF Len(all) > Len(places[r])
          THEN /\ places' = [places EXCEPT ![r] = all] /\ at' = [at EXCEPT ![r] = @ + 1]
               /\ pc' = [pc EXCEPT ![r] = "ask"] /\ token' = [token EXCEPT ![r] = FALSE]
               /\ UNCHANGED lies
          ELSE AnswerFull(r)

\* enroll.lua of one place.
EnrollLua(r) ==
  LET p == Here(r) IN
  /\ pc[r] = "ask"
  /\ IF rows[p] + grants[p] + marks[p] < gcap[p]
     THEN /\ grants' = [grants EXCEPT ![p] = @ + 1] /\ pc' = [pc EXCEPT ![r] = "claim"]
          /\ token' = [token EXCEPT ![r] = TRUE] /\ UNCHANGED <<places, at, lies>>
     ELSE Refuse(r) /\ UNCHANGED grants
  /\ UNCHANGED <<ledger, gcap, marks, load, due, change, left>>

\* One transaction behind the lock of the row. The confirm changes nothing that
\* is seen here: the seat stays taken.
ClaimTransaction(r) ==
  LET p == Here(r) IN
  /\ pc[r] = "claim" /\ lock[p] = Free
  /\ IF rows[p] < cap[p]
     THEN /\ rows' = [rows EXCEPT ![p] = @ + 1]
          /\ grants' = IF token[r] THEN [grants EXCEPT ![p] = @ - 1] ELSE grants
          /\ End(r)
     ELSE /\ pc' = [pc EXCEPT ![r] = "release"] /\ UNCHANGED <<rows, grants, places, at, token>>
  /\ UNCHANGED <<cap, lock, gcap, marks, load, due, change, left, lies>>

ReleaseClaim(r) ==
  LET p == Here(r) IN
  /\ pc[r] = "release"
  /\ grants' = IF token[r] THEN [grants EXCEPT ![p] = @ - 1] ELSE grants
  /\ Refuse(r)
  /\ UNCHANGED <<ledger, gcap, marks, load, due, change, left>>

\* One statement, and so one instant. Full: FULL. Otherwise the gate of a place
\* with a free seat is asked again, or the ledger without it, where the gate
\* stays behind. Or the request is answered 503 after some times.
Look(r) ==
  /\ pc[r] = "look"
  /\ LET free == {i \in 1..Len(places[r]) : rows[places[r][i]] < cap[places[r][i]]} IN
     IF free = {} THEN AnswerFull(r)
     ELSE \/ /\ \E i \in free : at' = [at EXCEPT ![r] = i]
             /\ \E next \in {"ask", "claim"} : pc' = [pc EXCEPT ![r] = next]
             /\ UNCHANGED <<places, token, lies>>
          \/ End(r) /\ UNCHANGED lies
  /\ UNCHANGED <<ledger, gate, due, change, left>>

Cancel(p) ==
  /\ cancels > 0 /\ rows[p] > 0 /\ lock[p] = Free /\ cancels' = cancels - 1
  /\ rows' = [rows EXCEPT ![p] = @ - 1] /\ marks' = [marks EXCEPT ![p] = @ + 1]
  /\ UNCHANGED <<cap, lock, gcap, grants, load, due, change, requests, raises, faults, lies>>

\* release.lua, then 204.
CancelReleases(p) ==
  /\ marks[p] > 0 /\ marks' = [marks EXCEPT ![p] = @ - 1]
  /\ UNCHANGED <<ledger, gcap, grants, load, due, change, requests, left, lies>>

(*************************** changes of capacities **************************)

MergeIsDue == due < 2 /\ due' = due + 1 /\ UNCHANGED <<ledger, gate, change, requests, left, lies>>

\* Both rows, in the order of their ids (SeatPools.tla).
MoveLocks ==
  /\ change["moves"] = <<>> /\ due >= (IF MoveLater THEN 2 ELSE 1)
  /\ cap[Pool] > rows[Pool] /\ \A p \in Places : lock[p] = Free
  /\ lock' = [p \in Places |-> "moves"]
  /\ change' = [change EXCEPT !["moves"] = <<"locked", Rest, cap[Pool] - rows[Pool]>>]
  /\ UNCHANGED <<cap, rows, gate, due, requests, left, lies>>

DeskLocks(p) ==
  /\ change["desk"] = <<>> /\ raises > 0 /\ lock[p] = Free /\ raises' = raises - 1
  /\ lock' = [lock EXCEPT ![p] = "desk"]
  /\ change' = [change EXCEPT !["desk"] = <<"locked", p, 1>>]
  /\ UNCHANGED <<cap, rows, gate, due, requests, cancels, faults, lies>>

\* raise_capacity.lua: a load that began before is STALE.
RaiseLua(c) ==
  LET p == change[c][2] n == cap[p] + change[c][3] IN
  /\ change[c] # <<>> /\ change[c][1] = "locked"
  /\ gcap' = [gcap EXCEPT ![p] = IF RaiseFirst /\ n > @ THEN n ELSE @]
  /\ load' = IF RaiseFirst /\ load # NoLoad /\ load[1] = p THEN NoLoad ELSE load
  /\ change' = [change EXCEPT ![c][1] = "raised"]
  /\ UNCHANGED <<ledger, grants, marks, due, requests, left, lies>>

Unlocked(c) == [p \in Places |-> IF lock[p] = c THEN Free ELSE lock[p]]

ChangeCommits(c) ==
  LET p == change[c][2] n == change[c][3] IN
  /\ change[c] # <<>> /\ change[c][1] = "raised"
  /\ cap' = [q \in Places |-> IF q = p THEN cap[q] + n
                              ELSE IF c = "moves" THEN cap[q] - n ELSE cap[q]]
  /\ lock' = Unlocked(c) /\ change' = [change EXCEPT ![c] = <<>>]
  /\ UNCHANGED <<rows, gate, due, requests, left, lies>>

ChangeFails(c) ==
  /\ change[c] # <<>> /\ faults < MaxFaults /\ faults' = faults + 1
  /\ lock' = Unlocked(c) /\ change' = [change EXCEPT ![c] = <<>>]
  /\ UNCHANGED <<cap, rows, gate, due, requests, cancels, raises, lies>>

(********************************* reconciler *******************************)

BeginLua(p) ==
  /\ load = NoLoad /\ gcap[p] # cap[p] /\ load' = <<p, Unread>>
  /\ UNCHANGED <<ledger, gcap, grants, marks, due, change, requests, left, lies>>

ReadCapacity ==
  /\ load # NoLoad /\ load[2] = Unread
  /\ LowerBehindLock /\ cap[load[1]] < gcap[load[1]] => lock[load[1]] = Free
  /\ load' = [load EXCEPT ![2] = cap[load[1]]]
  /\ UNCHANGED <<ledger, gcap, grants, marks, due, change, requests, left, lies>>

LoadLua ==
  /\ load # NoLoad /\ load[2] # Unread
  /\ gcap' = [gcap EXCEPT ![load[1]] = load[2]] /\ load' = NoLoad
  /\ UNCHANGED <<ledger, grants, marks, due, change, requests, left, lies>>

(********************************* the system *******************************)

ReqStep(r) == EnrollLua(r) \/ ClaimTransaction(r) \/ ReleaseClaim(r) \/ Look(r)
Load == (\E p \in Places : BeginLua(p)) \/ ReadCapacity \/ LoadLua
Step(c) == RaiseLua(c) \/ ChangeCommits(c)
Next ==
  /\ \/ \E r \in Reqs : Arrive(r) \/ ReqStep(r)
     \/ \E p \in Places : Cancel(p) \/ CancelReleases(p) \/ DeskLocks(p)
     \/ \E c \in Changers : Step(c) \/ ChangeFails(c)
     \/ MergeIsDue \/ MoveLocks \/ Load
  /\ Observe
Spec == Init /\ [][Next]_vars
LiveSpec == Spec /\ WF_vars(Load /\ Observe) /\ WF_vars(MergeIsDue /\ Observe) /\ WF_vars(MoveLocks /\ Observe)
                 /\ \A c \in Changers : WF_vars(Step(c) /\ Observe)
                 /\ \A r \in Reqs : WF_vars((ClaimTransaction(r) \/ ReleaseClaim(r)) /\ Observe)

(******************************** properties *******************************)

TypeOK == /\ \A p \in Places : cap[p] \in Nat /\ rows[p] \in Nat /\ grants[p] \in Nat /\ marks[p] \in Nat
          /\ due \in 0..2

I1 == \A p \in Places : rows[p] <= cap[p]

\* FULL is true.
I5 == lies = {}

\* In the end the gate has the capacities.
I4 == <>[](gcap = cap)

PlanMembers == <<"member", "member">>
PlanMixed   == <<"member", "other">>
PlanRush    == <<"member", "member", "other">>
===============================================================================
