------------------------------ MODULE SeatPools ------------------------------
(***************************************************************************)
(* Seats of one course in two pools, and seats that come later. To gate    *)
(* and ledger a pool is what a course is in SeatControl.tla. So the gate   *)
(* is left out and a claim or a cancel is one step under the lock of its   *)
(* pool. Here seats change their place: what a merged pool does not use    *)
(* goes to the rest, and a portion is added to the rest when it is due.    *)
(* Several instances do both at any time, and each of them may be killed.  *)
(*                                                                         *)
(* An override of the desk gives a student a seat of the rest beyond its   *)
(* capacity. The seat comes with the row and goes with it, so it is free   *)
(* at no instant, and no claim of another student can take it.             *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS
  PoolSeats,      \* capacity of the pool at the beginning; the rest has none
  Portion,        \* seats that are added to the rest when they are due
  Claims,         \* claims that arrive
  Cancels,        \* cancels that arrive
  Overrides,      \* confirms of overrides that arrive, and cancels of their rows
  MaxFaults,      \* crashes before a COMMIT
  \* Switches. FALSE takes the rule out, to show by the counterexample what
  \* it is there for.
  LockedRead,     \* the free seats are read behind the locks of both pools
  OneTransaction, \* seats leave one place and reach the other in one transaction
  Again,          \* a pool is moved again after a cancel
  WithRow,        \* a lifted row and its seat come in one transaction
  BackWithRow     \* a lifted row takes its seat with it

Movers == {1, 2}
Pool   == 1
Rest   == 2
Pools  == {Pool, Rest}
Free   == 0

VARIABLES
  cap,      \* pool -> capacity
  rows,     \* pool -> enrollments
  released, \* whether the portion is marked as added
  lock,     \* pool -> mover that holds the row
  pc,       \* mover -> step
  seen,     \* mover -> free seats of the pool as read
  owed,     \* mover -> what a second transaction has to write
  moved,    \* whether a move was committed
  lifted,   \* rows of the rest that overrides made
  raised,   \* confirms whose seat is there and whose row is not, without WithRow
  overrides, \* confirms to come
  claims, cancels, faults

ofOverrides == <<lifted, raised, overrides>>
vars == <<cap, rows, released, lock, pc, seen, owed, moved, ofOverrides, claims, cancels, faults>>

Init ==
  /\ cap = [p \in Pools |-> IF p = Pool THEN PoolSeats ELSE 0]
  /\ rows = [p \in Pools |-> 0] /\ released = FALSE
  /\ lock = [p \in Pools |-> Free]
  /\ pc = [m \in Movers |-> "idle"] /\ seen = [m \in Movers |-> 0]
  /\ owed = [m \in Movers |-> "nothing"] /\ moved = FALSE
  /\ lifted = 0 /\ raised = 0 /\ overrides = Overrides
  /\ claims = Claims /\ cancels = Cancels /\ faults = 0

Claim(p) == /\ claims > 0 /\ lock[p] = Free /\ claims' = claims - 1
            /\ rows' = [rows EXCEPT ![p] = IF @ < cap[p] THEN @ + 1 ELSE @]
            /\ UNCHANGED <<cap, released, lock, pc, seen, owed, moved, cancels, faults, ofOverrides>>

\* The cancel of a row without an override.
Cancel(p) == /\ cancels > 0 /\ rows[p] > (IF p = Rest THEN lifted ELSE 0) /\ lock[p] = Free /\ cancels' = cancels - 1
             /\ rows' = [rows EXCEPT ![p] = @ - 1]
             /\ UNCHANGED <<cap, released, lock, pc, seen, owed, moved, claims, faults, ofOverrides>>

\* The confirm of an override: behind the lock of the row, whatever seats are free.
Confirm ==
  /\ overrides > 0 /\ lock[Rest] = Free /\ overrides' = overrides - 1
  /\ cap' = [cap EXCEPT ![Rest] = @ + 1]
  /\ rows' = [rows EXCEPT ![Rest] = IF WithRow THEN @ + 1 ELSE @]
  /\ lifted' = IF WithRow THEN lifted + 1 ELSE lifted
  /\ raised' = IF WithRow THEN raised ELSE raised + 1
  /\ UNCHANGED <<released, lock, pc, seen, owed, moved, claims, cancels, faults>>

\* Only without WithRow: the row follows where its seat is still free.
ConfirmRow ==
  /\ raised > 0 /\ lock[Rest] = Free /\ raised' = raised - 1
  /\ rows' = [rows EXCEPT ![Rest] = IF @ < cap[Rest] THEN @ + 1 ELSE @]
  /\ lifted' = IF rows[Rest] < cap[Rest] THEN lifted + 1 ELSE lifted
  /\ UNCHANGED <<cap, released, lock, pc, seen, owed, moved, overrides, claims, cancels, faults>>

CancelLifted ==
  /\ cancels > 0 /\ lifted > 0 /\ lock[Rest] = Free /\ cancels' = cancels - 1
  /\ rows' = [rows EXCEPT ![Rest] = @ - 1] /\ lifted' = lifted - 1
  /\ cap' = [cap EXCEPT ![Rest] = IF BackWithRow THEN @ - 1 ELSE @]
  /\ UNCHANGED <<released, lock, pc, seen, owed, moved, raised, overrides, claims, faults>>

\* A mover begins where it finds something to move or to add.
Begin(m) == /\ pc[m] = "idle"
            /\ \/ /\ cap[Pool] > rows[Pool] /\ (Again \/ ~moved)
                  /\ pc' = [pc EXCEPT ![m] = "move"]
               \/ /\ ~released /\ pc' = [pc EXCEPT ![m] = "add"]
            /\ seen' = [seen EXCEPT ![m] = cap[Pool] - rows[Pool]]
            /\ UNCHANGED <<cap, rows, released, lock, owed, moved, claims, cancels, faults, ofOverrides>>

\* In the order of their ids; adding needs the rest alone.
Lock(m, p) == /\ pc[m] \in {"move", "add"} /\ lock[p] = Free
              /\ IF p = Pool THEN pc[m] = "move" ELSE pc[m] = "add" \/ lock[Pool] = m
              /\ lock' = [lock EXCEPT ![p] = m]
              /\ UNCHANGED <<cap, rows, released, pc, seen, owed, moved, claims, cancels, faults, ofOverrides>>

Unlocked(m) == [p \in Pools |-> IF lock[p] = m THEN Free ELSE lock[p]]

Move(m) ==
  /\ pc[m] = "move" /\ lock[Pool] = m /\ lock[Rest] = m
  /\ LET free == IF LockedRead THEN cap[Pool] - rows[Pool] ELSE seen[m]
         less == IF free > cap[Pool] THEN cap[Pool] ELSE free
     IN /\ cap' = [cap EXCEPT ![Pool] = @ - less,
                              ![Rest] = IF OneTransaction THEN @ + less ELSE @]
        /\ seen' = [seen EXCEPT ![m] = less]
  /\ owed' = [owed EXCEPT ![m] = IF OneTransaction THEN "nothing" ELSE "seats"]
  /\ pc' = [pc EXCEPT ![m] = IF OneTransaction THEN "idle" ELSE "second"]
  /\ lock' = Unlocked(m) /\ moved' = TRUE
  /\ UNCHANGED <<rows, released, claims, cancels, faults, ofOverrides>>

\* Behind the lock the mark is read again: another instance may have been faster.
Add(m) ==
  /\ pc[m] = "add" /\ lock[Rest] = m
  /\ cap' = [cap EXCEPT ![Rest] = IF released THEN @ ELSE @ + Portion]
  /\ released' = (released \/ OneTransaction)
  /\ owed' = [owed EXCEPT ![m] = IF OneTransaction THEN "nothing" ELSE "mark"]
  /\ pc' = [pc EXCEPT ![m] = IF OneTransaction THEN "idle" ELSE "second"]
  /\ lock' = Unlocked(m)
  /\ UNCHANGED <<rows, seen, moved, claims, cancels, faults, ofOverrides>>

Second(m) ==
  /\ pc[m] = "second" /\ lock[Rest] = Free
  /\ cap' = [cap EXCEPT ![Rest] = IF owed[m] = "seats" THEN @ + seen[m] ELSE @]
  /\ released' = (released \/ owed[m] = "mark")
  /\ owed' = [owed EXCEPT ![m] = "nothing"] /\ pc' = [pc EXCEPT ![m] = "idle"]
  /\ UNCHANGED <<rows, lock, seen, moved, claims, cancels, faults, ofOverrides>>

Crash(m) == /\ pc[m] # "idle" /\ faults < MaxFaults /\ faults' = faults + 1
            /\ lock' = Unlocked(m) /\ pc' = [pc EXCEPT ![m] = "idle"]
            /\ owed' = [owed EXCEPT ![m] = "nothing"]
            /\ UNCHANGED <<cap, rows, released, seen, moved, claims, cancels, ofOverrides>>

Step(m) == Begin(m) \/ (\E p \in Pools : Lock(m, p)) \/ Move(m) \/ Add(m) \/ Second(m)
Next == (\E p \in Pools : Claim(p) \/ Cancel(p)) \/ Confirm \/ ConfirmRow \/ CancelLifted \/ (\E m \in Movers : Step(m) \/ Crash(m))
Spec == Init /\ [][Next]_vars
LiveSpec == Spec /\ \A m \in Movers : WF_vars(Step(m))

(******************************** properties *******************************)

TypeOK == /\ cap \in [Pools -> Nat] /\ rows \in [Pools -> Nat] /\ released \in BOOLEAN
          /\ lifted \in 0..rows[Rest]
          /\ \A m \in Movers : pc[m] \in {"idle", "move", "add", "second"}

\* I1 for each pool.
I1 == \A p \in Pools : rows[p] <= cap[p]

\* No seat is made or lost on its way.
I9 == cap[Pool] + cap[Rest] = PoolSeats + (IF released THEN Portion ELSE 0) + lifted + raised

\* Each override has a seat of its own: no other student takes it, before its row or after it.
Own == /\ rows[Rest] + raised <= cap[Rest]
       /\ rows[Pool] + rows[Rest] - lifted <= PoolSeats + (IF released THEN Portion ELSE 0)

\* In the end every seat can be taken: the portion is there, and the pool keeps none unused.
I4 == <>[](released /\ cap[Pool] = rows[Pool])
===============================================================================
