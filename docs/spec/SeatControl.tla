------------------------------ MODULE SeatControl ------------------------------
(***************************************************************************)
(* Seat control of ONE course: a gate in Redis in front of a ledger in     *)
(* MySQL. This is the protocol as built; FirstProtocol.tla is the one that *)
(* was planned first. Steps are named after the script or the method that  *)
(* they stand for; README.md has the table, and says what is left out.     *)
(*                                                                         *)
(* Threads instead of instances: every request, loader and resolver is a   *)
(* thread of its own. It may stand still for ever so long between two      *)
(* steps (a pause), die (a crash), or be cut off from Redis. An instance   *)
(* is a set of such threads, so every behaviour of two or more instances   *)
(* is a behaviour of this model.                                           *)
(*                                                                         *)
(* One action below = one thing that is atomic in reality: one Lua script, *)
(* one MySQL transaction, one consistent read. Steps that only one thread  *)
(* can see are merged with the next visible one.                           *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets, Sequences, TLC

CONSTANTS
  Capacity,       \* seats of the course, before the desk raises it
  Students,       \* e.g. 1..3
  Plan,           \* sequence of <<"enroll"|"cancel"|"lift", student>>: the requests.
                  \* "lift" is the confirm of an override beyond the capacity
  SeedRows,       \* students that hold a row at the start
  Loaders,        \* threads that may copy the ledger into the gate
  Resolvers,      \* threads that may settle old pending entries
  MaxFaults,      \* any mix of at most so many faults ...
  FaultKinds,     \* ... of these: "crash" "cut" "unknown" "busy" "flush" "restore"
                  \* and, though it is none, "raise": one seat more
  \* Switches. TRUE is the protocol; FALSE takes one rule out again, to show
  \* by the counterexample what it is there for.
  TokenMatch,     \* confirm/release act on their own grant only
  CancelMarks,    \* cancel marks the student at the gate before the DELETE
                  \* (FALSE: it has no token, so it releases nothing either)
  TakeOver,       \* that mark replaces the token of an open grant
  Tickets,        \* load is refused when a confirm/release came in between
  LockingLook,    \* look-ups of an outcome take the lock of the course row
  VerifyAlready,  \* ALREADY_ENROLLED at the gate is checked with the ledger
  DupConfirms,    \* ledger ALREADY_ENROLLED -> confirm (FALSE: release)
  Fencing,        \* load gives every pending entry a new token, so that no
                  \* thread can settle it with a token of before the load
  OwnOnly,        \* PENDING hands out no token (FALSE: that of the open entry)
  ForgetLate,     \* the token of a call that timed out confirms no row
  OwnerReleases,  \* release acts on the entry its owner opened, whatever token
                  \* loads have given it since (FALSE: on the same token only)
  ReleaseFirst,   \* a refusal after a grant is answered after the release
                  \* (FALSE: before it)
  AskAgain,       \* ALREADY_ENROLLED without a row: ask the gate once more
                  \* (FALSE: claim without a token at once)
  CapacityAfter,  \* a load's capacity is read after its ticket was given, with the
                  \* roster (FALSE: at any time before)
  RaiseFirst,     \* the gate gets a higher capacity before the COMMIT, while the row
                  \* is locked (FALSE: from a load after it)
  LowerBehindLock, \* a load lowers the capacity only by a read of it that began when
                  \* the row was not locked (FALSE: by any read)
  OneStatement,   \* FULL without a lock reads rows and capacity in one statement
                  \* (FALSE: the capacity first)
  OwnRow,         \* FULL of a gate that may lack rows is answered after a look for the
                  \* row of the student (FALSE: without it)
  SettleLate,     \* a claim whose sender was answered at its time limit settles its
                  \* entry when it ends (FALSE: it leaves the entry)
  ReleaseLost,    \* a release also takes the token of an enroll.lua or mark_cancel.lua that
                  \* was not answered (FALSE: what these took stays until the grace)
  Patient,        \* an assumption, not a rule. TRUE: a request that meets PENDING
                  \* waits until the entry is settled; FALSE: it may stop waiting
                  \* at any time and claim without a token
  LoadWhen        \* when a loader loads: "always" (any time: for safety),
                  \* "differs" (students # roster without pending: the
                  \* reconciler), "counts" (only the numbers are compared)

Reqs   == 1..Len(Plan)
Op(r)  == Plan[r][1]
Stu(r) == Plan[r][2]
None   == 0                   \* "no token", "no row", "no transaction"
Seed   == Len(Plan) + 1       \* row id of the seed rows
Fence  == Len(Plan) + 2       \* token given by a load (unique in reality)
Desk   == Len(Plan) + 3       \* the transaction of the desk that raises the capacity
Lost  == Len(Plan) + 4        \* in `via`: the call of the request was not answered
NoRoster == {99}              \* a loader without a (valid) roster in hand
NoSnap   == <<>>

VARIABLES
  \* ---- Redis -----------------------------------------------------------
  loaded,     \* course:{c}:capacity is there
  students,   \* course:{c}:students, SET: students that hold a seat at the
              \* gate, confirmed or pending. Seats taken = SCARD
  pend,       \* course:{c}:pending, HASH student -> token (None: no field).
              \* Always a part of students
  own,        \* student -> request that opened that entry. A part of the token,
              \* which a load does not change
  gcap,       \* course:{c}:capacity, when loaded
  snap,       \* an old state that Redis may fall back to
  late,       \* scripts sent, given up by the caller, not executed yet
  \* ---- MySQL -----------------------------------------------------------
  rows,       \* student -> id of the row = request that inserted it, or None
  cap,        \* course.capacity
  limbo,      \* COMMIT on the way whose sender lost the connection; it holds
              \* the lock on the course row
  raising,    \* transaction that raises the capacity, has raised that of the gate and
              \* has the lock: a lift, Desk or None
  \* ---- threads ---------------------------------------------------------
  pc,         \* request -> what it does next
  via,        \* request -> token it may confirm or release with, or None
  target,     \* cancel -> id of the row it is to delete
  roster,     \* loader -> roster it has read and still holds a ticket for
              \* (course:{c}:ticket; a lost ticket makes the roster worthless,
              \* so the model drops the roster at once)
  rcap,       \* loader -> capacity that goes with its roster
  resolver,   \* resolver -> pending entry older than the grace that it settles
  \* ---- bookkeeping -----------------------------------------------------
  faults,     \* faults so far
  gone,       \* ghost: ids of rows deleted by a cancel
  owed,       \* ghost: students whose row was deleted and whose seat the gate
              \*        still holds (no release, no load since)
  lies        \* ghost: answers that were not true

redis   == <<loaded, gcap, students, pend, own>>
ledger  == <<rows, cap, limbo, raising>>
load    == <<roster, rcap>>
vars    == <<loaded, gcap, students, pend, own, snap, late, rows, cap, limbo, raising, pc, via,
             target, roster, rcap, resolver, faults, gone, owed, lies>>

Unlocked == limbo = None /\ raising = None   \* the course row
Holders  == {s \in Students : rows[s] # None}
Pending  == {s \in Students : pend[s] # None}
Confirmed == students \ Pending       \* students whose row is confirmed at the gate
Idle     == <<0, None, FALSE>>      \* otherwise <<student, token, row is there>>

Init ==
  /\ loaded = TRUE /\ students = SeedRows /\ gcap = Capacity /\ cap = Capacity
  /\ pend = [s \in Students |-> None] /\ own = [s \in Students |-> None]
  /\ snap = NoSnap /\ late = {}
  /\ rows = [s \in Students |-> IF s \in SeedRows THEN Seed ELSE None]
  /\ limbo = None /\ raising = None
  /\ pc = [r \in Reqs |-> "idle"] /\ via = [r \in Reqs |-> None]
  /\ target = [r \in Reqs |-> None]
  /\ roster = [l \in Loaders |-> NoRoster] /\ rcap = [l \in Loaders |-> Capacity] /\ resolver = [v \in Resolvers |-> Idle]
  /\ faults = 0 /\ gone = {} /\ owed = {} /\ lies = {}

Fault(k) == /\ k \in FaultKinds /\ faults < MaxFaults /\ faults' = faults + 1

\* A thread that is through forgets its private state (keeps the model small).
End(r) == /\ pc'     = [pc EXCEPT ![r] = "done"]
          /\ via'    = [via EXCEPT ![r] = None]
          /\ target' = [target EXCEPT ![r] = None]
Go(r, where) == pc' = [pc EXCEPT ![r] = where]

(************************ the scripts (Redis, atomic) ***********************)

DropTickets == /\ roster' = IF Tickets THEN [l \in Loaders |-> NoRoster] ELSE roster
               /\ UNCHANGED rcap

\* A resolver whose entry is no longer there can do nothing: forget it.
Forget == [v \in Resolvers |->
  IF TokenMatch /\ resolver[v] # Idle /\ pend'[resolver[v][1]] # resolver[v][2]
     /\ ~(OwnerReleases /\ ~resolver[v][3] /\ own'[resolver[v][1]] = resolver[v][2])
  THEN Idle ELSE resolver[v]]

\* confirm.lua(s, tok): the row of s is there.  OK | GONE
ConfirmLua(s, tok) ==
  IF tok = None THEN UNCHANGED <<pend, own, students, load, owed>> ELSE \* no call
  /\ IF pend[s] = tok \/ ~TokenMatch
     THEN /\ pend' = [pend EXCEPT ![s] = None] /\ own' = [own EXCEPT ![s] = None]
          /\ students' = IF loaded THEN students ELSE students \ {s}
     ELSE UNCHANGED <<pend, own, students>>
  /\ DropTickets /\ UNCHANGED owed

\* release.lua(s, tok): s has no row and its grant or mark ends.  OK | GONE
\* The token of before a load is enough: a seat that is released too early makes
\* no rejection untrue, because the ledger decides about every grant.
ReleaseLua(s, tok) ==
  IF tok = None THEN UNCHANGED <<pend, own, students, load, owed>> ELSE \* no call
  /\ IF \/ pend[s] = tok \/ ~TokenMatch
        \/ OwnerReleases /\ own[s] = tok
     THEN /\ pend' = [pend EXCEPT ![s] = None] /\ own' = [own EXCEPT ![s] = None]
          /\ students' = students \ {s}
          /\ owed' = owed \ {s}
     ELSE UNCHANGED <<pend, own, students, owed>>
  /\ DropTickets

\* mark_cancel.lua(s, tok): a cancel of s is in flight; works unloaded too.
MarkLua(s, tok) ==
  IF TakeOver \/ pend[s] = None
  THEN /\ pend' = [pend EXCEPT ![s] = tok] /\ own' = [own EXCEPT ![s] = tok]
       /\ students' = students \cup {s}
  ELSE UNCHANGED <<pend, own, students>>

\* What a request has after a call without an answer. It may release with its token,
\* and never confirm: the entry of a late mark is not that of a row.
OfLost(r) == IF ~ForgetLate THEN r ELSE IF ReleaseLost THEN Lost ELSE None
ToConfirm(r) == IF via[r] = Lost THEN None ELSE via[r]
ToRelease(r) == IF via[r] = Lost THEN r ELSE via[r]

(****************************** enroll request ******************************)

SeatsTaken == Cardinality(students)

\* What "FULL" promises: every seat was held by a row, by an open grant or
\* mark, or by a cancelled row whose seat the gate has not released yet.
FullIsTrue == Cardinality(Holders \cup Pending \cup owed) >= gcap
\* The same by the capacity of the ledger, which may have been raised.
FullByLedger == Cardinality(Holders \cup Pending \cup owed) >= cap
\* The sharper reading, without the last clause (checked where it holds).
FullIsStrictlyTrue == Cardinality(Holders \cup Pending) >= gcap
\* What a student means by it, who knows of rows and answers only: every seat was
\* held by a row, or by a request that had not been answered yet. A claim that is
\* executed counts, also after its 503. A 201, a 409 for
\* a row that is there, and a 404 or 503 with the row still there do not wait for
\* the gate.
Unanswered(r) == pc[r] \in {"again", "find", "findagain", "claim", "lookup", "mark",
                            "delete", "lookupc", "left"}
                          \cup (IF ReleaseFirst THEN {"release"} ELSE {})
InFlightOf(some) == {s \in Students : \E r \in some : Stu(r) = s /\ pc[r] \notin {"idle", "done"}}
InFlight == {s \in Students : \E r \in Reqs : Stu(r) = s /\ Unanswered(r)}
FullIsLive == Cardinality(Holders \cup InFlight) >= gcap

\* enroll.lua(s, tok). NOT_LOADED: the request begins a load itself; here it
\* waits until some loader is through, or goes to the ledger (LedgerAlone).
EnrollLua(r) ==
  LET s == Stu(r) IN
  /\ Op(r) = "enroll" /\ pc[r] \in {"idle", "again"} /\ loaded
  /\ CASE pend[s] # None ->                                 \* PENDING
            \* no refusal: asked again until the entry is settled (then it is
            \* one of the other answers), or in the end the ledger answers. The
            \* gate's entry stays with its owner (an earlier enroll or a cancel)
            /\ ~Patient \/ s \notin InFlightOf(Reqs \ {r})
            /\ via' = [via EXCEPT ![r] = IF OwnOnly THEN None ELSE pend[s]]
            /\ Go(r, "claim") /\ UNCHANGED <<pend, own, students, target, lies>>
       [] pend[s] = None /\ s \in students ->               \* ALREADY_ENROLLED
            \* the ledger has the last word: row there -> 409 (or the first
            \* 201 again); not there -> the gate is asked again. If it says the
            \* same, it is stale: claim without it
            IF VerifyAlready
            THEN /\ Go(r, IF AskAgain /\ pc[r] = "idle" THEN "find" ELSE "findagain")
                 /\ UNCHANGED <<pend, own, students, via, target, lies>>
            ELSE /\ End(r) /\ UNCHANGED <<pend, own, students>>
                 /\ lies' = IF s \in Holders THEN lies ELSE lies \cup {"already"}
       [] s \notin students /\ SeatsTaken >= gcap ->    \* FULL
            \* OwnRow: 409 for the row of s instead, if there is one. Neither answer
            \* changes anything, so that look is no step: see I5own
            /\ End(r) /\ UNCHANGED <<pend, own, students>>
            /\ lies' = lies \cup (IF FullIsTrue THEN {} ELSE {"full"})
                            \cup (IF FullByLedger THEN {} ELSE {"full-raise"})
                            \cup (IF FullIsStrictlyTrue THEN {} ELSE {"full-strict"})
                            \cup (IF FullIsLive THEN {} ELSE {"full-live"})
       [] OTHER ->                                          \* GRANTED
            /\ pend' = [pend EXCEPT ![s] = r] /\ own' = [own EXCEPT ![s] = r]
            /\ students' = students \cup {s}
            /\ via' = [via EXCEPT ![r] = r] /\ Go(r, "claim")
            /\ UNCHANGED <<target, lies>>
  /\ UNCHANGED <<loaded, gcap, snap, late, ledger, load, resolver, faults, gone, owed>>

\* EnrollmentLedger.find(seat): a plain committed read. A row: 409 (or the
\* first 201 again), which is true. None: a cancel came in between, so the gate
\* is asked again; the second time claim without a token.
FindSeat(r) ==
  /\ pc[r] \in {"find", "findagain"}
  /\ IF rows[Stu(r)] # None THEN End(r)
     ELSE Go(r, IF pc[r] = "find" THEN "again" ELSE "claim") /\ UNCHANGED <<via, target>>
  /\ UNCHANGED <<redis, snap, late, ledger, load, resolver, faults, gone, owed, lies>>

\* The gate is not asked, or has no roster after the load either: NOT_LOADED
\* twice, or the circuit of this instance is open. That takes a fault before,
\* and then every instance has a circuit of its own, however often this is.
GateMayBeLeftOut ==
  ~loaded \/ (faults > 0 /\ FaultKinds \cap {"cut", "flush", "restore"} # {})

LedgerAlone(r) ==
  /\ Op(r) = "enroll" /\ pc[r] \in {"idle", "again"} /\ GateMayBeLeftOut /\ Go(r, "claim")
  /\ UNCHANGED <<redis, snap, late, ledger, via, target, load, resolver, faults, gone, owed, lies>>

\* Redis down, slow or cut off for this thread: straight to the ledger. The
\* script may never arrive, or be executed later (late). Its token may release
\* what it took. What it takes after the answer is the resolver's business.
EnrollLuaUnanswered(r) ==
  /\ Op(r) = "enroll" /\ pc[r] \in {"idle", "again"} /\ Fault("cut")
  /\ Go(r, "claim") /\ via' = [via EXCEPT ![r] = OfLost(r)]
  /\ late' \in {late, late \cup {r}}
  /\ UNCHANGED <<redis, snap, ledger, target, load, resolver, gone, owed, lies>>

\* One transaction: lock the course row, check, insert, count, commit.
ClaimTransaction(r) ==
  LET s == Stu(r) IN
  /\ Op(r) = "enroll" /\ pc[r] = "claim" /\ Unlocked
  /\ IF rows[s] # None THEN Go(r, "already") /\ UNCHANGED rows
     ELSE IF Cardinality(Holders) >= cap THEN Go(r, "release") /\ UNCHANGED rows
     ELSE rows' = [rows EXCEPT ![s] = r] /\ Go(r, "enrolled")
  /\ UNCHANGED <<redis, snap, late, cap, limbo, raising, via, target, load, resolver, faults, gone, owed, lies>>

\* ClaimTransaction.withoutSeat, for a claim without a token: one statement reads
\* that the course is full and that the student has no row, while others may have the
\* lock.
FullWithoutLock(r) ==
  /\ Op(r) = "enroll" /\ pc[r] = "claim" /\ via[r] \in {None, Lost} /\ rows[Stu(r)] = None
  /\ IF OneStatement THEN Cardinality(Holders) >= cap /\ UNCHANGED lies
     ELSE /\ target[r] # None /\ Cardinality(Holders) >= target[r]
          /\ lies' = IF Cardinality(Holders) >= cap THEN lies ELSE lies \cup {"full"}
  /\ Go(r, "release")
  /\ UNCHANGED <<redis, snap, late, ledger, via, target, load, resolver, faults, gone, owed>>

\* Only without OneStatement: the capacity of a course that is not full is read first.
ReadSeats(r) ==
  /\ ~OneStatement /\ Op(r) = "enroll" /\ pc[r] = "claim" /\ via[r] \in {None, Lost}
  /\ target[r] = None /\ Cardinality(Holders) < cap /\ target' = [target EXCEPT ![r] = cap]
  /\ UNCHANGED <<redis, snap, late, ledger, pc, via, load, resolver, faults, gone, owed, lies>>

\* NOT_INSERTED without a look-up: the queue is full, the claim was given up
\* before the writer took it, or the lock of the course row was not granted.
ClaimNotInserted(r) ==
  /\ Op(r) = "enroll" /\ pc[r] = "claim" /\ Fault("busy") /\ Go(r, "release")
  /\ UNCHANGED <<redis, snap, late, ledger, via, target, load, resolver, gone, owed, lies>>

\* ClaimTimeLimit: the sender is answered 503 while the writer executes the claim. The
\* claim continues, and settles its entry as any other, so that this is no step. Only
\* without SettleLate: the claim ends, with a row or without one, and the entry stays.
TimeLimit(r) ==
  /\ ~SettleLate /\ Op(r) = "enroll" /\ pc[r] = "claim" /\ Unlocked /\ Fault("limit")
  /\ rows' \in {rows} \cup (IF rows[Stu(r)] = None /\ Cardinality(Holders) < cap
                          THEN {[rows EXCEPT ![Stu(r)] = r]} ELSE {})
  /\ End(r)
  /\ UNCHANGED <<redis, snap, late, cap, limbo, raising, load, resolver, gone, owed, lies>>

\* The connection breaks during COMMIT.
ClaimCommitLost(r) ==
  /\ Op(r) = "enroll" /\ pc[r] = "claim" /\ Unlocked /\ Fault("unknown")
  /\ rows[Stu(r)] = None /\ Cardinality(Holders) < cap
  /\ limbo' = r /\ Go(r, "lookup")
  /\ UNCHANGED <<redis, snap, late, rows, cap, raising, via, target, load, resolver, gone, owed, lies>>

\* The row of an override goes with the seat that it brought.
CapWithout(row) == IF row \in Reqs /\ Op(row) = "lift" THEN cap - 1 ELSE cap

\* MySQL ends such a transaction on its own, one way or the other.
LostCommitEnds ==
  /\ limbo # None
  /\ \/ UNCHANGED <<rows, gone, owed, cap>>                 \* rolled back
     \/ /\ Op(limbo) = "enroll"
        /\ rows' = [rows EXCEPT ![Stu(limbo)] = limbo] /\ UNCHANGED <<gone, owed, cap>>
     \/ /\ Op(limbo) = "cancel"
        /\ gone' = gone \cup {rows[Stu(limbo)]} /\ cap' = CapWithout(rows[Stu(limbo)])
        /\ owed' = owed \cup {Stu(limbo)}
        /\ rows' = [rows EXCEPT ![Stu(limbo)] = None]
  /\ limbo' = None
  /\ UNCHANGED <<redis, snap, late, raising, pc, via, target, load, resolver, faults, lies>>

\* Look-up of the outcome, behind the lock of the course row.
LookUpBehindLock(r) ==
  /\ Op(r) = "enroll" /\ pc[r] = "lookup" /\ (LockingLook => Unlocked)
  /\ Go(r, IF rows[Stu(r)] = r THEN "enrolled"
           ELSE IF rows[Stu(r)] # None THEN "already" ELSE "release")
  /\ UNCHANGED <<redis, snap, late, ledger, via, target, load, resolver, faults, gone, owed, lies>>

\* "enrolled": 201, then confirm (asynchronous). "already": the ledger said
\* ALREADY_ENROLLED, so a row is there, so this is a confirm too; then 409.
ConfirmClaim(r) ==
  /\ Op(r) = "enroll" /\ pc[r] \in {"enrolled", "already"}
  /\ IF pc[r] = "already" /\ ~DupConfirms
     THEN ReleaseLua(Stu(r), via[r]) ELSE ConfirmLua(Stu(r), ToConfirm(r))
  /\ lies' = IF pc[r] = "enrolled" /\ rows[Stu(r)] # r /\ r \notin gone
             THEN lies \cup {"ack"} ELSE lies
  /\ End(r) /\ resolver' = Forget
  /\ UNCHANGED <<loaded, gcap, snap, late, ledger, faults, gone>>

\* The ledger said FULL (or NOT_INSERTED): release the grant of the request, then 409
\* (or 503).
ReleaseClaim(r) ==
  /\ Op(r) = "enroll" /\ pc[r] = "release"
  /\ IF via[r] \in {None, r, Lost} \/ ~TokenMatch THEN ReleaseLua(Stu(r), ToRelease(r))
     ELSE UNCHANGED <<pend, own, students, owed, load>> \* (only if ~OwnOnly)
  /\ End(r) /\ resolver' = Forget
  /\ UNCHANGED <<loaded, gcap, snap, late, ledger, faults, gone, lies>>

(****************************** cancel request ******************************)

FindEnrollment(r) ==
  /\ Op(r) = "cancel" /\ pc[r] = "idle" /\ rows[Stu(r)] # None
  /\ target' = [target EXCEPT ![r] = rows[Stu(r)]]
  /\ Go(r, IF CancelMarks THEN "mark" ELSE "delete")
  /\ UNCHANGED <<redis, snap, late, ledger, via, load, resolver, faults, gone, owed, lies>>

MarkCancel(r) ==
  /\ pc[r] = "mark" /\ MarkLua(Stu(r), r) /\ Go(r, "delete") /\ resolver' = Forget
  /\ via' = [via EXCEPT ![r] = r]
  /\ UNCHANGED <<loaded, gcap, snap, late, ledger, target, load, faults, gone, owed, lies>>

MarkLuaUnanswered(r) ==
  /\ pc[r] = "mark" /\ Fault("cut") /\ Go(r, "delete")
  /\ via' = [via EXCEPT ![r] = OfLost(r)]
  /\ late' \in {late, late \cup {r}}
  /\ UNCHANGED <<redis, snap, ledger, target, load, resolver, gone, owed, lies>>

\* The circuit of this instance is open: no mark, no token.
MarkLeftOut(r) ==
  /\ pc[r] = "mark" /\ GateMayBeLeftOut /\ Go(r, "delete")
  /\ UNCHANGED <<redis, snap, late, ledger, via, target, load, resolver, faults, gone, owed, lies>>

\* DELETE ... WHERE enrollment_id = target, count, commit. Gone already: 404.
CancelTransaction(r) ==
  LET s == Stu(r) IN
  /\ pc[r] = "delete" /\ Unlocked
  /\ IF rows[s] = target[r]
     THEN /\ rows' = [rows EXCEPT ![s] = None] /\ gone' = gone \cup {target[r]}
          /\ owed' = owed \cup {s} /\ Go(r, "left") /\ cap' = CapWithout(target[r])
     ELSE /\ Go(r, IF rows[s] = None THEN "left" ELSE "stayed")
          /\ UNCHANGED <<rows, gone, owed, cap>>
  /\ UNCHANGED <<redis, snap, late, limbo, raising, via, target, load, resolver, faults, lies>>

\* It failed before its COMMIT, e.g. the lock of the course row was not granted.
CancelNotExecuted(r) ==
  /\ pc[r] = "delete" /\ Fault("busy") /\ Go(r, "lookupc")
  /\ UNCHANGED <<redis, snap, late, ledger, via, target, load, resolver, gone, owed, lies>>

CancelCommitLost(r) ==
  /\ pc[r] = "delete" /\ Unlocked /\ Fault("unknown")
  /\ rows[Stu(r)] = target[r] /\ limbo' = r /\ Go(r, "lookupc")
  /\ UNCHANGED <<redis, snap, late, rows, cap, raising, via, target, load, resolver, gone, owed, lies>>

LookUpCancelBehindLock(r) ==
  /\ pc[r] = "lookupc" /\ (LockingLook => Unlocked)
  /\ Go(r, IF rows[Stu(r)] = None THEN "left" ELSE "stayed")
  /\ UNCHANGED <<redis, snap, late, ledger, via, target, load, resolver, faults, gone, owed, lies>>

\* EnrollmentCancellation.releaseSeat. No row any more: release the mark, then 204 or 404.
Left(r) ==
  /\ pc[r] = "left" /\ ReleaseLua(Stu(r), ToRelease(r))
  /\ End(r) /\ resolver' = Forget
  /\ UNCHANGED <<loaded, gcap, snap, late, ledger, faults, gone, lies>>

\* EnrollmentCancellation.keepSeat. Another row is there (404), or the row was not
\* deleted (503): confirm the mark.
Stayed(r) ==
  /\ pc[r] = "stayed" /\ ConfirmLua(Stu(r), ToConfirm(r))
  /\ End(r) /\ resolver' = Forget
  /\ UNCHANGED <<loaded, gcap, snap, late, ledger, faults, gone, lies>>

(***************************** load and resolve *****************************)

\* begin_roster_load.lua (ticket), then EnrollmentLedger.rosters, a plain committed read.
\* One step here: a ticket lost between the two only makes the load STALE.
\* Any loader may begin at any time: a request that saw NOT_LOADED, the
\* reconciler in its turn, a resync after GONE, after a circuit closed. While the row
\* is locked a capacity that is higher than the ledger's stays: it may be a raise
\* before its COMMIT.
BeginLua(l) ==
  /\ roster[l] = NoRoster
  /\ \/ LoadWhen = "always" \/ ~loaded
     \/ LoadWhen = "differs" /\ (Confirmed # Holders \ Pending \/ gcap # cap)
     \/ LoadWhen = "counts"  /\ Cardinality(Confirmed) # Cardinality(Holders \ Pending)
  /\ roster' = [roster EXCEPT ![l] = Holders]
  /\ rcap' = IF ~CapacityAfter THEN rcap
             ELSE [rcap EXCEPT ![l] = IF LowerBehindLock /\ loaded /\ cap < gcap /\ ~Unlocked
                                      THEN gcap ELSE cap]
  /\ UNCHANGED <<redis, snap, late, ledger, pc, via, target, resolver, faults, gone, owed, lies>>

\* load_roster.lua: students := roster and the pending ones. Every pending entry
\* gets a new token (the model knows one such token, so it takes it away from
\* its present owner). The ticket is used up.
LoadLua(l) ==
  /\ roster[l] # NoRoster
  /\ students' = roster[l] \cup Pending
  /\ loaded' = TRUE /\ gcap' = rcap[l]
  /\ owed' = owed \cap roster[l]
  /\ roster' = IF Tickets THEN [k \in Loaders |-> NoRoster]
               ELSE [roster EXCEPT ![l] = NoRoster]
  /\ IF Fencing
     THEN /\ pend' = [s \in Students |-> IF pend[s] = None THEN None ELSE Fence]
          /\ via' = [r \in Reqs |-> IF via[r] = Fence THEN None ELSE via[r]]
          \* A release acts by its opener, so one that was sent before the load acts after it.
          /\ resolver' = [v \in Resolvers |->
               IF OwnerReleases /\ resolver[v] # Idle /\ ~resolver[v][3] THEN resolver[v] ELSE Idle]
     ELSE UNCHANGED <<pend, via, resolver>>
  /\ lies' = IF loaded /\ rcap[l] < gcap /\ rcap[l] < cap THEN lies \cup {"capacity"} ELSE lies
  /\ UNCHANGED <<own, rcap, snap, late, ledger, pc, target, faults, gone>>

\* raise_capacity.lua, for a transaction that has the lock of the course row.
RaiseLua(by) ==
  /\ Unlocked /\ raising' = by
  /\ IF RaiseFirst
     THEN /\ gcap' = IF loaded /\ gcap < cap + 1 THEN cap + 1 ELSE gcap
          /\ DropTickets
     ELSE UNCHANGED <<gcap, load>>
  /\ UNCHANGED <<loaded, students, pend, own, snap, late, rows, cap, limbo, via, target, resolver, gone, owed, lies>>

\* The desk, or a portion, adds a seat.
RaiseBegins == Fault("raise") /\ RaiseLua(Desk) /\ UNCHANGED pc

RaiseCommits ==
  /\ raising = Desk /\ raising' = None /\ cap' = cap + 1
  /\ UNCHANGED <<redis, snap, late, rows, limbo, pc, via, target, load, resolver, faults, gone, owed, lies>>

RaiseRollsBack ==
  /\ raising = Desk /\ Fault("busy") /\ raising' = None
  /\ UNCHANGED <<redis, snap, late, rows, cap, limbo, pc, via, target, load, resolver, gone, owed, lies>>

\* OverrideEnrollments: row and seat come in one transaction, and the gate is not asked
\* for a seat. It learns of the row from a load.
LiftBegins(r) == /\ Op(r) = "lift" /\ pc[r] = "idle" /\ rows[Stu(r)] = None
                 /\ RaiseLua(r) /\ Go(r, "lift") /\ UNCHANGED faults

LiftCommits(r) ==
  /\ raising = r /\ raising' = None /\ cap' = cap + 1
  /\ rows' = [rows EXCEPT ![Stu(r)] = r] /\ End(r)
  /\ UNCHANGED <<redis, snap, late, limbo, load, resolver, faults, gone, owed, lies>>

\* Only without CapacityAfter: a loader that reads the capacity first.
ReadCapacity(l) ==
  /\ ~CapacityAfter /\ roster[l] = NoRoster /\ rcap[l] # cap
  /\ rcap' = [rcap EXCEPT ![l] = cap]
  /\ UNCHANGED <<redis, snap, late, ledger, pc, via, target, roster, resolver, faults, gone, owed, lies>>

\* CourseRosters.settle, a pending entry older than the grace: look at the
\* ledger behind the lock ...
SettleLookUp(v, s) ==
  /\ resolver[v] = Idle /\ pend[s] # None /\ (LockingLook => Unlocked)
  /\ resolver' = [resolver EXCEPT ![v] =
       <<s, IF OwnerReleases /\ rows[s] = None THEN own[s] ELSE pend[s], rows[s] # None>>]
  /\ UNCHANGED <<redis, snap, late, ledger, pc, via, target, load, faults, gone, owed, lies>>

\* ... and settle exactly that entry.
Settle(v) ==
  /\ resolver[v] # Idle
  /\ IF resolver[v][3] THEN ConfirmLua(resolver[v][1], resolver[v][2])
                       ELSE ReleaseLua(resolver[v][1], resolver[v][2])
  /\ resolver' = [Forget EXCEPT ![v] = Idle]
  /\ UNCHANGED <<loaded, gcap, snap, late, ledger, pc, via, target, faults, gone, lies>>

(********************************** faults **********************************)

\* Also stands for: the confirm/release of this thread never reaches Redis.
Crash(r) ==
  /\ pc[r] \notin {"idle", "done"} /\ Fault("crash") /\ End(r)
  /\ raising' = IF raising = r THEN None ELSE raising      \* MySQL rolls it back
  /\ UNCHANGED <<redis, snap, late, rows, cap, limbo, load, resolver, gone, owed, lies>>

\* A script that the caller gave up is executed after all.
LateLua(r) ==
  /\ r \in late /\ late' = late \ {r}
  /\ LET s == Stu(r) IN
     IF Op(r) = "cancel" THEN MarkLua(s, r)
     ELSE IF loaded /\ s \notin students /\ SeatsTaken < gcap
          THEN /\ pend' = [pend EXCEPT ![s] = r] /\ own' = [own EXCEPT ![s] = r]
               /\ students' = students \cup {s}
          ELSE UNCHANGED <<pend, own, students>>
  /\ resolver' = Forget
  /\ UNCHANGED <<loaded, gcap, snap, ledger, pc, via, target, load, faults, gone, owed, lies>>

Flush ==   \* Redis comes back empty (also: a lease on "capacity" ran out)
  /\ Fault("flush")
  /\ loaded' = FALSE /\ students' = {} /\ DropTickets /\ UNCHANGED gcap
  /\ pend' = [s \in Students |-> None] /\ own' = pend' /\ owed' = {} /\ resolver' = Forget
  /\ UNCHANGED <<snap, late, ledger, pc, via, target, gone, lies>>

Snapshot == \* remember a state to fall back to, once
  /\ "restore" \in FaultKinds /\ snap = NoSnap /\ faults < MaxFaults /\ loaded
  /\ snap' = <<students, pend, own, gcap>>
  /\ UNCHANGED <<redis, late, ledger, pc, via, target, load, resolver, faults, gone, owed, lies>>

Restore ==  \* Redis comes back with that old state: all of it is in doubt
  /\ snap # NoSnap /\ Fault("restore")
  /\ loaded' = TRUE /\ students' = snap[1] /\ pend' = snap[2] /\ own' = snap[3] /\ gcap' = snap[4]
  /\ DropTickets /\ owed' = Students /\ snap' = NoSnap /\ resolver' = Forget
  /\ UNCHANGED <<late, ledger, pc, via, target, gone, lies>>

(******************************** the system ********************************)

\* Steps a live thread is sure to take. (EnrollLua is the client's choice, and no
\* more than a start.)
ReqStep(r) ==
  \/ FindSeat(r) \/ ClaimTransaction(r) \/ LookUpBehindLock(r)
  \/ ConfirmClaim(r) \/ ReleaseClaim(r)
  \/ MarkCancel(r) \/ CancelTransaction(r) \/ LookUpCancelBehindLock(r)
  \/ Left(r) \/ Stayed(r) \/ LiftCommits(r)

Next ==
  \/ \E r \in Reqs : \/ EnrollLua(r) \/ LedgerAlone(r) \/ FindEnrollment(r) \/ ReqStep(r)
                     \/ FullWithoutLock(r) \/ ReadSeats(r) \/ LiftBegins(r)
                     \/ ClaimNotInserted(r) \/ TimeLimit(r) \/ MarkLeftOut(r) \/ CancelNotExecuted(r)
                     \/ EnrollLuaUnanswered(r) \/ MarkLuaUnanswered(r)
                     \/ ClaimCommitLost(r) \/ CancelCommitLost(r)
                     \/ Crash(r) \/ LateLua(r)
  \/ LostCommitEnds
  \/ \E l \in Loaders : BeginLua(l) \/ LoadLua(l) \/ ReadCapacity(l)
  \/ RaiseBegins \/ RaiseCommits \/ RaiseRollsBack
  \/ \E v \in Resolvers : Settle(v) \/ \E s \in Students : SettleLookUp(v, s)
  \/ Flush \/ Snapshot \/ Restore

Spec == Init /\ [][Next]_vars

\* Running threads take steps, MySQL ends its transactions, the reconciler runs
\* again and again. Nothing is assumed of loaders other than the reconciler.
Reconciler == CHOOSE l \in Loaders : \A k \in Loaders : l <= k
Fairness ==
  /\ \A r \in Reqs : WF_vars(ReqStep(r))
  /\ WF_vars(LostCommitEnds) /\ WF_vars(RaiseCommits)
  /\ WF_vars(BeginLua(Reconciler) \/ LoadLua(Reconciler))
  /\ \A v \in Resolvers :
       WF_vars(Settle(v) \/ \E s \in Students : SettleLookUp(v, s))
LiveSpec == Spec /\ Fairness

(******************************** properties ********************************)

TypeOK == /\ students \subseteq Students /\ Pending \subseteq students
          /\ \A s \in Students : (own[s] = None) = (pend[s] = None)
          /\ faults \in 0..MaxFaults

I1 == Cardinality(Holders) <= cap
I2 == "ack" \notin lies             \* and rows vanish in CancelTransaction and
                                    \* LostCommitEnds only
I3 == \A s \in Students : rows[s] \in 0..Seed       \* one row: the unique key
I5 == "full" \notin lies /\ "already" \notin lies
I5strict == lies = {}

\* Why I5 holds: the confirmed set never names a student without a row, other
\* than one whose cancel has not reached the gate.
NoPhantom == loaded => Confirmed \subseteq Holders \cup owed

\* The sharper form: every member of the confirmed set has a row right now.
NoPhantomStrict == loaded => Confirmed \subseteq Holders

\* What a student may expect where nothing fails and nothing stands still beyond
\* the grace: FULL by rows and requests in flight alone. So a seat whose
\* cancel was answered can be taken by every request that begins afterwards.
I5live == "full-live" \notin lies

\* Why: an open entry is of a row or of a request that was not answered yet.
NoOrphan == Pending \subseteq Holders \cup InFlight

\* Efficiency, not truth: without faults and pauses beyond the grace the gate
\* knows of every row, so no more than Capacity students get past it.
Covered == loaded => Holders \subseteq students
\* As CONSTRAINT: no running thread pauses beyond the grace.
NoLongPause == \A v \in Resolvers : resolver[v] # Idle =>
  \A r \in Reqs : Stu(r) = resolver[v][1] => pc[r] \in {"idle", "done"}

\* As CONSTRAINT: no script is executed after its request was answered, because its time
\* limit is over by then.
InTime == \A r \in late : pc[r] # "done"

\* FULL of the gate is true by the ledger's capacity too, from the COMMIT of a raise on.
I5raise == "full-raise" \notin lies

\* After a cut or a lost roster an instance may have claimed without the gate.
GateMayLackRows == faults > 0 /\ FaultKinds \cap {"cut", "flush", "restore"} # {}

\* A student with a row is not answered FULL.
I5own == \A r \in Reqs :
  /\ Op(r) = "enroll" /\ pc[r] \in {"idle", "again"} /\ loaded
  /\ rows[Stu(r)] # None /\ Stu(r) \notin students /\ SeatsTaken >= gcap
  => OwnRow /\ GateMayLackRows

\* A capacity that a load brought is never taken back by a load that began before.
NewestCapacity == "capacity" \notin lies

InSync == loaded /\ gcap = cap /\ students = Holders /\ Pending = {}
I4 == <>[]InSync

(********************************** plans ***********************************)

PlanRush     == << <<"enroll",1>>, <<"enroll",2>>, <<"enroll",3>> >>
PlanDup      == << <<"enroll",1>>, <<"enroll",1>>, <<"enroll",2>>, <<"enroll",3>> >>
PlanCancel   == << <<"cancel",1>>, <<"enroll",1>>, <<"enroll",2>>, <<"enroll",3>> >>
PlanReEnroll == << <<"enroll",1>>, <<"cancel",1>>, <<"enroll",1>> >>
PlanDupCancel== << <<"enroll",1>>, <<"enroll",1>>, <<"cancel",1>>, <<"enroll",2>> >>
PlanTwoCancels == << <<"cancel",1>>, <<"cancel",1>>, <<"enroll",1>>, <<"enroll",2>> >>
PlanFull     == << <<"enroll",1>>, <<"cancel",1>>, <<"enroll",2>>, <<"enroll",3>> >>
PlanDrift    == << <<"cancel",1>>, <<"enroll",2>> >>
PlanCancel3  == << <<"cancel",1>>, <<"enroll",2>>, <<"enroll",3>> >>
PlanDup3     == << <<"enroll",1>>, <<"enroll",1>>, <<"enroll",2>> >>
PlanCrowd    == << <<"cancel",1>>, <<"enroll",1>>, <<"enroll",3>>, <<"cancel",2>>, <<"enroll",2>> >>
PlanPair     == << <<"cancel",1>>, <<"enroll",1>>, <<"enroll",3>> >>
PlanClicks   == << <<"cancel",1>>, <<"cancel",1>>, <<"enroll",1>>, <<"enroll",3>> >>
PlanLift     == << <<"lift",2>>, <<"cancel",2>>, <<"enroll",3>>, <<"cancel",1>> >>
PlanRaised   == << <<"enroll",2>>, <<"enroll",3>>, <<"cancel",1>> >>
PlanTwo      == << <<"enroll",2>>, <<"enroll",3>> >>
PlanCap1     == << <<"cancel",1>>, <<"enroll",1>>, <<"enroll",2>> >>
=============================================================================
