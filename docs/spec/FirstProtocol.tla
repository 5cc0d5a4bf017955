----------------------------- MODULE FirstProtocol -----------------------------
(***************************************************************************)
(* The seat protocol as it was planned first, kept for its counterexamples:*)
(* every configuration of it ends in one. Confirmed and pending students   *)
(* stand together, an open entry has no owner, confirm and release act by  *)
(* student. A cancel is a DELETE and then a release, the reconciler        *)
(* compares counts, a load carries a version. SeatControl.tla is what was  *)
(* built instead.                                                          *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets, Sequences, TLC
CONSTANTS Capacity, Students, Plan, SeedRows, MaxFaults, FaultKinds,
          DupReleases   \* ledger ALREADY_ENROLLED -> release (FALSE: nothing)
Reqs == 1..Len(Plan)
Op(r) == Plan[r][1]
Stu(r) == Plan[r][2]
None == 0
Seed == Len(Plan) + 1

VARIABLES loaded, students, pending, version,      \* Redis
          rows, limbo,                             \* MySQL
          pc, target, rec,                         \* threads; rec: reconciler
          faults, saw, lies
vars == <<loaded, students, pending, version, rows, limbo, pc, target, rec, faults, saw, lies>>

Holders == {s \in Students : rows[s] # None}
RecIdle == [do |-> "idle"]
Init == /\ loaded = TRUE /\ students = SeedRows /\ pending = {} /\ version = 0
        /\ rows = [s \in Students |-> IF s \in SeedRows THEN Seed ELSE None]
        /\ limbo = None /\ pc = [r \in Reqs |-> "idle"] /\ target = [r \in Reqs |-> None]
        /\ rec = RecIdle /\ faults = 0 /\ saw = [r \in Reqs |-> {}] /\ lies = {}

Fault(k) == k \in FaultKinds /\ faults < MaxFaults /\ faults' = faults + 1
Go(r, w) == pc' = [pc EXCEPT ![r] = w]

\* ---- scripts
Confirm(s) == /\ pending' = pending \ {s} /\ version' = version + 1
              /\ students' = IF Cardinality(students) < Capacity THEN students \cup {s} ELSE students
Release(s) == /\ pending' = pending \ {s} /\ students' = students \ {s} /\ version' = version + 1

\* ---- enroll ("start" is a step of its own: I5 counts from there)
Start(r) == /\ Op(r) = "enroll" /\ pc[r] = "idle" /\ Go(r, "enter")
            /\ UNCHANGED <<loaded, students, pending, version, rows, limbo, target, rec, faults, lies>>
Enter(r) ==
  LET s == Stu(r) IN
  /\ pc[r] = "enter" /\ loaded
  /\ IF s \in pending THEN Go(r, "claim") /\ UNCHANGED <<students, pending, lies>>
     ELSE IF s \in students
     THEN /\ Go(r, "done") /\ UNCHANGED <<students, pending>>
          /\ lies' = IF "mine" \in saw[r] THEN lies ELSE lies \cup {"already"}
     ELSE IF Cardinality(students) >= Capacity
     THEN /\ Go(r, "done") /\ UNCHANGED <<students, pending>>
          /\ lies' = IF "full" \in saw[r] THEN lies ELSE lies \cup {"full"}
     ELSE /\ students' = students \cup {s} /\ pending' = pending \cup {s}
          /\ Go(r, "claim") /\ UNCHANGED lies
  /\ UNCHANGED <<loaded, version, rows, limbo, target, rec, faults>>
EnterCut(r) == /\ pc[r] = "enter" /\ Fault("cut") /\ Go(r, "claim")
               /\ UNCHANGED <<loaded, students, pending, version, rows, limbo, target, rec, lies>>
Claim(r) ==
  LET s == Stu(r) IN
  /\ pc[r] = "claim" /\ limbo = None
  /\ IF rows[s] # None THEN Go(r, IF DupReleases THEN "release" ELSE "done") /\ UNCHANGED rows
     ELSE IF Cardinality(Holders) >= Capacity THEN Go(r, "release") /\ UNCHANGED rows
     ELSE rows' = [rows EXCEPT ![s] = r] /\ Go(r, "won")
  /\ UNCHANGED <<loaded, students, pending, version, limbo, target, rec, faults, lies>>
ClaimUnknown(r) ==
  /\ pc[r] = "claim" /\ limbo = None /\ Fault("unknown")
  /\ rows[Stu(r)] = None /\ Cardinality(Holders) < Capacity
  /\ limbo' = r /\ Go(r, "look")
  /\ UNCHANGED <<loaded, students, pending, version, rows, target, rec, lies>>
LimboEnds == /\ limbo # None /\ limbo' = None
             /\ rows' \in {rows, [rows EXCEPT ![Stu(limbo)] = limbo]}
             /\ UNCHANGED <<loaded, students, pending, version, pc, target, rec, faults, lies>>
Look(r) == /\ pc[r] = "look" /\ Go(r, IF rows[Stu(r)] # None THEN "won" ELSE "release")
           /\ UNCHANGED <<loaded, students, pending, version, rows, limbo, target, rec, faults, lies>>
SendConfirm(r) == /\ pc[r] = "won" /\ Confirm(Stu(r)) /\ Go(r, "done")
                  /\ UNCHANGED <<loaded, rows, limbo, target, rec, faults, lies>>
SendRelease(r) == /\ pc[r] = "release" /\ Release(Stu(r)) /\ Go(r, "done")
                  /\ UNCHANGED <<loaded, rows, limbo, target, rec, faults, lies>>
\* ---- cancel
StartCancel(r) == /\ Op(r) = "cancel" /\ pc[r] = "idle" /\ rows[Stu(r)] # None
                  /\ target' = [target EXCEPT ![r] = rows[Stu(r)]] /\ Go(r, "delete")
                  /\ UNCHANGED <<loaded, students, pending, version, rows, limbo, rec, faults, lies>>
Delete(r) == /\ pc[r] = "delete" /\ limbo = None
             /\ IF rows[Stu(r)] = target[r]
                THEN rows' = [rows EXCEPT ![Stu(r)] = None] /\ Go(r, "release")
                ELSE Go(r, "done") /\ UNCHANGED rows
             /\ UNCHANGED <<loaded, students, pending, version, limbo, target, rec, faults, lies>>
\* ---- reconciler
RecPick(s) == /\ rec = RecIdle /\ s \in pending
              /\ rec' = [do |-> "settle", s |-> s, row |-> rows[s] # None]
              /\ UNCHANGED <<loaded, students, pending, version, rows, limbo, pc, target, faults, lies>>
RecSettle == /\ rec.do = "settle" /\ rec' = RecIdle
             /\ IF rec.row THEN Confirm(rec.s) ELSE Release(rec.s)
             /\ UNCHANGED <<loaded, rows, limbo, pc, target, faults, lies>>
RecRead == /\ rec = RecIdle
           /\ ~loaded \/ Cardinality(Holders) # Cardinality(students) - Cardinality(pending)
           /\ rec' = [do |-> "load", version |-> version, roster |-> Holders]
           /\ UNCHANGED <<loaded, students, pending, version, rows, limbo, pc, target, faults, lies>>
RecLoad == /\ rec.do = "load" /\ rec' = RecIdle
           /\ IF rec.version = version
              THEN /\ students' = rec.roster \cup pending /\ loaded' = TRUE /\ version' = version + 1
              ELSE UNCHANGED <<students, loaded, version>>
           /\ UNCHANGED <<pending, rows, limbo, pc, target, faults, lies>>
\* ---- faults
Crash(r) == /\ pc[r] \notin {"idle", "done"} /\ Fault("crash") /\ Go(r, "done")
            /\ UNCHANGED <<loaded, students, pending, version, rows, limbo, target, rec, lies>>
Flush == /\ Fault("flush") /\ loaded' = FALSE /\ students' = {} /\ pending' = {} /\ version' = 0
         /\ UNCHANGED <<rows, limbo, pc, target, rec, lies>>

Step == \/ \E r \in Reqs : \/ Start(r) \/ Enter(r) \/ EnterCut(r) \/ Claim(r) \/ ClaimUnknown(r)
                           \/ Look(r) \/ SendConfirm(r) \/ SendRelease(r)
                           \/ StartCancel(r) \/ Delete(r) \/ Crash(r)
        \/ LimboEnds \/ \E s \in Students : RecPick(s)
        \/ RecSettle \/ RecRead \/ RecLoad \/ Flush

\* What was so at some instant since the request began: seats all held by rows
\* or reserved (pending, or a cancel between its DELETE and its release).
FullNow == Cardinality(Holders \cup pending \cup
             {Stu(r) : r \in {q \in Reqs : Op(q) = "cancel" /\ pc[q] = "release"}}) >= Capacity
Watch == saw' = [r \in Reqs |->
  IF Op(r) = "cancel" \/ pc'[r] \in {"idle", "done"} THEN {}
  ELSE saw[r] \cup (IF FullNow' THEN {"full"} ELSE {})
              \cup (IF rows'[Stu(r)] # None THEN {"mine"} ELSE {})]
Next == Step /\ Watch
Spec == Init /\ [][Next]_vars
LiveSpec == /\ Spec /\ WF_vars(LimboEnds /\ Watch)
  /\ \A r \in Reqs : WF_vars((Claim(r) \/ Look(r) \/ SendConfirm(r) \/ SendRelease(r) \/ Delete(r)) /\ Watch)
  /\ WF_vars((RecSettle \/ RecLoad) /\ Watch)
  /\ WF_vars((RecRead \/ \E s \in Students : RecPick(s)) /\ Watch)

I1 == Cardinality(Holders) <= Capacity
I5full == "full" \notin lies
I5already == "already" \notin lies
Leaving == {Stu(r) : r \in {q \in Reqs : Op(q) = "cancel" /\ pc[q] = "release"}}
Superset  == loaded => Holders \subseteq students
NoPhantom == loaded => students \subseteq Holders \cup pending \cup Leaving
InSync == loaded /\ students = Holders /\ pending = {}
I4 == <>[]InSync
\* Constraints, to look at one weakness at a time.
Bound   == version < 8
NoRec   == rec = RecIdle
NoSettle == rec.do # "settle"
NoLate  == \A q \in Reqs : Op(q) = "cancel" /\ pc[q] # "idle" => \A r \in Reqs : pc[r] # "won"

PlanRush   == << <<"enroll",1>>, <<"enroll",2>>, <<"enroll",3>> >>
PlanDup    == << <<"enroll",1>>, <<"enroll",1>>, <<"enroll",2>> >>
PlanCancel == << <<"cancel",1>>, <<"enroll",1>>, <<"enroll",2>>, <<"enroll",3>> >>
PlanReEnroll == << <<"enroll",1>>, <<"cancel",1>>, <<"enroll",1>> >>
PlanDrift  == << <<"cancel",1>>, <<"enroll",2>> >>
PlanFull   == << <<"enroll",1>>, <<"cancel",1>>, <<"enroll",2>>, <<"enroll",3>> >>
=============================================================================
