----------------------------- MODULE StudentPlans -----------------------------
(***************************************************************************)
(* The rules of a student's plan, kept by the ledger: courses of a plan    *)
(* never collide (I6), and the counters of the student's row never differ  *)
(* from the rows. SeatControl.tla has one course, many steps at the gate   *)
(* and one atomic transaction. Here the gate is left out and the           *)
(* transaction is taken apart: which rows it locks, in which order, and    *)
(* what it reads between. A rule that refuses is to the gate what FULL of  *)
(* the ledger is: the grant is released.                                   *)
(*                                                                         *)
(* An instance has one claim writer, whose transaction holds a group of    *)
(* claims, and turns for cancels, whose transaction holds cancels of one   *)
(* course. Both are "writers" here.                                        *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets, Sequences, TLC

CONSTANTS
  Work,           \* writer -> sequence of groups; a group is a set of
                  \* <<"claim"|"cancel", student, course>>
  SeedRows,       \* set of <<student, course>>
  Limit,          \* courses that a student may have (credits, all of one credit)
  Capacity,       \* seats of each course
  Clash,          \* set of {course, course} that collide
  MaxFaults,      \* crashes before the COMMIT
  \* Switches. FALSE takes the rule out, to show by the counterexample what
  \* it is there for.
  StudentLock,    \* the rows of the students are locked before the plan is read
  GroupSees,      \* a claim sees those of its own group that were accepted before
  OneTransaction, \* a cancel gives the credits back in its own transaction
  StudentsFirst,  \* a cancel locks its students before its course
  InOrder         \* rows are locked in the order of their ids

Writers  == DOMAIN Work
Students == {1, 2}
Courses  == {1, 2}
Free     == 0

VARIABLES
  rows,      \* enrollment: set of <<student, course>>
  counted,   \* student_term: student -> set of courses that the mask and the
             \* credits hold (a set instead of a sum and a mask)
  lockS,     \* student -> writer that holds the row of student_term
  lockC,     \* course -> writer that holds the row of course
  todo,      \* writer -> groups to come
  pc,        \* writer -> step of its transaction
  seen,      \* writer -> rows as read after the locks
  owed,      \* writer -> credits to give back after the COMMIT
  faults

vars == <<rows, counted, lockS, lockC, todo, pc, seen, owed, faults>>

Init ==
  /\ rows = SeedRows
  /\ counted = [s \in Students |-> {c \in Courses : <<s, c>> \in SeedRows}]
  /\ lockS = [s \in Students |-> Free] /\ lockC = [c \in Courses |-> Free]
  /\ todo = Work /\ pc = [w \in Writers |-> "idle"]
  /\ seen = [w \in Writers |-> {}] /\ owed = [w \in Writers |-> {}]
  /\ faults = 0

Group(w)     == Head(todo[w])
StudentsOf(w) == {r[2] : r \in Group(w)}
CoursesOf(w)  == {r[3] : r \in Group(w)}
IsCancel(w)  == \E r \in Group(w) : r[1] = "cancel"
Min(set)     == CHOOSE x \in set : \A y \in set : x <= y

\* The rows that a writer still has to lock, in the order in which it does.
MissingStudents(w) == IF StudentLock THEN {s \in StudentsOf(w) : lockS[s] # w} ELSE {}
MissingCourses(w)  == {c \in CoursesOf(w) : lockC[c] # w}
Next1(set)         == IF InOrder THEN {Min(set)} ELSE set

CourseFirst(w) == IsCancel(w) /\ ~StudentsFirst
WantsStudents(w) == IF MissingStudents(w) = {} \/ (CourseFirst(w) /\ MissingCourses(w) # {})
                    THEN {} ELSE Next1(MissingStudents(w))
WantsCourses(w)  == IF MissingCourses(w) = {} \/ (~CourseFirst(w) /\ MissingStudents(w) # {})
                    THEN {} ELSE Next1(MissingCourses(w))

Begin(w) == /\ pc[w] = "idle" /\ todo[w] # <<>>
            /\ pc' = [pc EXCEPT ![w] = "lock"]
            /\ UNCHANGED <<rows, counted, lockS, lockC, todo, seen, owed, faults>>

LockStudent(w) == /\ pc[w] = "lock"
                  /\ \E s \in WantsStudents(w) :
                       /\ lockS[s] = Free /\ lockS' = [lockS EXCEPT ![s] = w]
                  /\ UNCHANGED <<rows, counted, lockC, todo, pc, seen, owed, faults>>

LockCourse(w) == /\ pc[w] = "lock"
                 /\ \E c \in WantsCourses(w) :
                      /\ lockC[c] = Free /\ lockC' = [lockC EXCEPT ![c] = w]
                 /\ UNCHANGED <<rows, counted, lockS, todo, pc, seen, owed, faults>>

\* READ COMMITTED: the plan is as committed when it is read.
ReadPlan(w) == /\ pc[w] = "lock" /\ MissingStudents(w) = {} /\ MissingCourses(w) = {}
               /\ seen' = [seen EXCEPT ![w] = rows]
               /\ pc' = [pc EXCEPT ![w] = "write"]
               /\ UNCHANGED <<rows, counted, lockS, lockC, todo, owed, faults>>

Collides(c, plan) == \E d \in plan : {c, d} \in Clash
Fits(s, c, there) ==
  LET plan == {d \in Courses : <<s, d>> \in there}
  IN  /\ <<s, c>> \notin there /\ ~Collides(c, plan) /\ Cardinality(plan) < Limit
      /\ Cardinality({t \in Students : <<t, c>> \in there}) < Capacity

RECURSIVE Accepted(_, _, _)
Accepted(claims, there, got) ==
  IF claims = {} THEN got
  ELSE LET r == CHOOSE x \in claims : TRUE
           base == IF GroupSees THEN there \cup got ELSE there
       IN Accepted(claims \ {r}, there,
                   IF Fits(r[2], r[3], base) THEN got \cup {<<r[2], r[3]>>} ELSE got)

Unlocked(lock, w) == [x \in DOMAIN lock |-> IF lock[x] = w THEN Free ELSE lock[x]]

\* Insert or delete, count, COMMIT: one step, because the locks of the courses are held.
Commit(w) ==
  /\ pc[w] = "write"
  /\ LET new  == Accepted({r \in Group(w) : r[1] = "claim"}, seen[w], {})
         gone == {<<r[2], r[3]>> : r \in {x \in Group(w) : x[1] = "cancel"}} \cap rows
     IN /\ rows' = (rows \cup new) \ gone
        /\ counted' = [s \in Students |->
             (counted[s] \cup {c \in Courses : <<s, c>> \in new})
               \ (IF OneTransaction THEN {c \in Courses : <<s, c>> \in gone} ELSE {})]
        /\ owed' = [owed EXCEPT ![w] = IF OneTransaction THEN {} ELSE gone]
        /\ pc' = [pc EXCEPT ![w] = IF OneTransaction \/ gone = {} THEN "idle" ELSE "give back"]
  /\ lockS' = Unlocked(lockS, w) /\ lockC' = Unlocked(lockC, w)
  /\ todo' = [todo EXCEPT ![w] = Tail(@)] /\ seen' = [seen EXCEPT ![w] = {}]
  /\ UNCHANGED faults

GiveBack(w) == /\ pc[w] = "give back"
               /\ counted' = [s \in Students |-> counted[s] \ {c \in Courses : <<s, c>> \in owed[w]}]
               /\ owed' = [owed EXCEPT ![w] = {}] /\ pc' = [pc EXCEPT ![w] = "idle"]
               /\ UNCHANGED <<rows, lockS, lockC, todo, seen, faults>>

\* The instance is killed, or MySQL ends the transaction: nothing of it is left.
Crash(w) == /\ pc[w] # "idle" /\ faults < MaxFaults /\ faults' = faults + 1
            /\ lockS' = Unlocked(lockS, w) /\ lockC' = Unlocked(lockC, w)
            /\ pc' = [pc EXCEPT ![w] = "idle"] /\ seen' = [seen EXCEPT ![w] = {}]
            /\ owed' = [owed EXCEPT ![w] = {}]
            /\ todo' = [todo EXCEPT ![w] = IF pc[w] = "give back" THEN @ ELSE Tail(@)]
            /\ UNCHANGED <<rows, counted>>

Step(w) == \/ Begin(w) \/ LockStudent(w) \/ LockCourse(w) \/ ReadPlan(w)
           \/ Commit(w) \/ GiveBack(w)
Next == \E w \in Writers : Step(w) \/ Crash(w)
Spec == Init /\ [][Next]_vars
LiveSpec == Spec /\ \A w \in Writers : WF_vars(Step(w))

(******************************** properties *******************************)

TypeOK == /\ rows \subseteq Students \X Courses
          /\ \A s \in Students : counted[s] \subseteq Courses
          /\ \A w \in Writers : pc[w] \in {"idle", "lock", "write", "give back"}

Plan(s) == {c \in Courses : <<s, c>> \in rows}

\* I6: no plan holds courses that collide, or more than the limit.
I6 == \A s \in Students : /\ Cardinality(Plan(s)) <= Limit
                          /\ \A c, d \in Plan(s) : {c, d} \notin Clash
\* I1 for these rows.
I1 == \A c \in Courses : Cardinality({s \in Students : <<s, c>> \in rows}) <= Capacity

\* What the student's row counts is what the plan holds, and what a living cancel still
\* has to give back. Credits that a dead one owes are lost for ever.
Counted == \A s \in Students :
  counted[s] = Plan(s) \cup {c \in Courses : \E w \in Writers : <<s, c>> \in owed[w]}

\* Two writers that wait for each other: MySQL would end one of the transactions.
WaitsFor(w) == IF pc[w] # "lock" THEN {}
  ELSE ({lockS[s] : s \in WantsStudents(w)} \cup {lockC[c] : c \in WantsCourses(w)}) \ {Free, w}
NoDeadlock == \A v, w \in Writers : ~(v \in WaitsFor(w) /\ w \in WaitsFor(v))

\* Every group ends.
AllEnd == <>[](\A w \in Writers : todo[w] = <<>> /\ pc[w] = "idle")

(********************************** plans **********************************)
ClashBoth == {{1, 2}}
ClashNone == {}
SeedNone  == {}
SeedTwo   == {<<1, 1>>, <<2, 2>>}
\* Two instances take a click each of one student, for courses that collide.
WorkClicks == <<
  <<{<<"claim", 1, 1>>}, {<<"claim", 2, 2>>}>>,
  <<{<<"claim", 1, 2>>}, {<<"claim", 2, 1>>}>> >>
\* Both clicks are in one group.
WorkGroup == <<
  <<{<<"claim", 1, 1>>, <<"claim", 1, 2>>, <<"claim", 2, 2>>}>>,
  <<{<<"claim", 2, 1>>, <<"claim", 1, 2>>}>> >>
\* Cancels of both courses meet claims of the same students.
WorkCancel == <<
  <<{<<"claim", 1, 2>>, <<"claim", 2, 1>>}, {<<"claim", 1, 1>>}>>,
  <<{<<"cancel", 1, 1>>}, {<<"cancel", 2, 2>>}>>,
  <<{<<"claim", 2, 2>>}>> >>
===============================================================================
