/**
 * An attempt ends with one row and the truth, whatever happens on the way.
 * @module
 */
import { judge } from '../src/shared/judge.js';
import { calm, Memory, same, Server, tab, Time } from './world.js';

const writes = (/** @type {Server} */ server) => server.log.filter((line) => !line.startsWith('GET'));
const keysOf = (/** @type {Server} */ server) => [...new Set(writes(server).map((line) => line.split(' ')[2]))];

/** Enrolls with faults on the way, and returns how it ended. */
async function enrollAfter(/** @type {string[]} */ ...faults) {
  const of = tab();
  of.server.faults.push(...faults);
  const attempt = of.attempts.enroll(1);
  await of.time.pass(60_000);
  return { ...of, attempt };
}

async function endsEnrolled(/** @type {string[]} */ ...faults) {
  const { server, attempt, storage, phases } = await enrollAfter(...faults);
  same(attempt.phase, 'won', `phase after ${faults}`);
  same(server.rows.length, 1, 'rows');
  same(attempt.enrollmentId, server.rows[0]?.enrollmentId, 'enrollment');
  same(keysOf(server).length, 1, 'keys');
  same(storage.length, 0, 'kept entries');
  same(phases.indexOf('won'), phases.length - 1, 'nothing after won');
}

/** @type {Record<string, () => Promise<void>>} */
export const tests = {
  'a plain answer enrolls': () => endsEnrolled(),
  'a request that was cut before the commit is sent again': () => endsEnrolled('cutBefore'),
  'an answer that was cut after the commit is found': () => endsEnrolled('cutAfter'),
  'a 502 before or after the commit ends with the row': async () => {
    await endsEnrolled('502');
    await endsEnrolled('502after');
  },
  'a 503 with Retry-After is sent again': () => endsEnrolled('503', '503'),
  'a 429 is sent again': () => endsEnrolled('429', '429'),
  'many faults end with the row': () => endsEnrolled('cutBefore', '502', '503', '429', 'cutAfter', '502', 'page', 'REQUEST_IN_FLIGHT'),
  'a page of another network is no answer': () => endsEnrolled('page'),

  'the key is kept before the first byte is sent': async () => {
    const storage = new Memory();
    const server = new Server();
    let kept = 0;
    const send = server.fetch;
    server.fetch = (...args) => {
      kept ||= storage.length;
      return send(...args);
    };
    const of = tab({ storage, server });
    of.attempts.enroll(1);
    same(storage.length, 1, 'kept at once');
    await of.time.pass(1_000);
    same(kept, 1, 'kept when sent');
  },
  'the answer to a 429 waits as long as it was told': async () => {
    for (const done of ['won', 'cancelled']) {
      const of = tab();
      if (done === 'cancelled') of.server.enroll(1, 'k');
      of.server.faults.push('429');
      const attempt = done === 'won' ? of.attempts.enroll(1) : of.attempts.cancel({ courseId: 1, enrollmentId: 100 });
      await of.time.pass(1_900);
      same([attempt.phase, writes(of.server).length], ['waiting', 1], done);
      await of.time.pass(200);
      same(attempt.phase, done);
    }
  },
  'nothing is called enrolled before the answer': async () => {
    const of = tab();
    of.server.faults.push('hang');
    const attempt = of.attempts.enroll(1);
    await of.time.pass(2_000);
    same(attempt.phase, 'sending');
    await of.time.pass(2_000);
    same(attempt.phase, 'checking');
    same(of.phases.includes('won'), false);
    of.attempts.hurry();
    await of.time.pass(5_000);
    same(attempt.phase, 'won');
    same(of.server.rows.length, 1);
  },
  'a double click is one attempt, also when the first answer was quick': async () => {
    const of = tab();
    of.server.full.add(1);
    const first = of.attempts.enroll(1);
    const second = of.attempts.enroll(1);
    same(first === second, true, 'one attempt');
    await calm();
    same(first.phase, 'refused');
    await of.time.pass(200);
    of.attempts.enroll(1);
    await calm();
    same(writes(of.server).length, 1, 'requests');
    await of.time.pass(1_000);
    of.attempts.enroll(1);
    await calm();
    same(writes(of.server).length, 2, 'a later click is another');
    same(keysOf(of.server).length, 2, 'with a key of its own');
  },
  'a refusal is final and never sent again by itself': async () => {
    for (const code of ['COURSE_FULL', 'TIME_CONFLICT', 'CREDIT_LIMIT', 'NOT_OPEN', 'SAME_SUBJECT']) {
      const { attempt, server } = await enrollAfter(code);
      same([attempt.phase, attempt.problem?.code, writes(server).length], ['refused', code, 1]);
    }
  },
  'a refusal after a lost answer is compared with the list': async () => {
    const { attempt, server } = await enrollAfter('cutAfter', 'SAME_SUBJECT');
    same([attempt.phase, server.rows.length], ['won', 1]);
  },
  'a refusal after a lost request without a row stays a refusal': async () => {
    const { attempt, server } = await enrollAfter('cutBefore', 'COURSE_FULL');
    same([attempt.phase, attempt.problem?.code, server.rows.length], ['refused', 'COURSE_FULL', 0]);
  },
  'a row that shows up after the refusal is the truth': async () => {
    const { attempt, attempts } = await enrollAfter('cutBefore', 'COURSE_FULL');
    attempts.compare([{ courseId: 1, enrollmentId: 555 }]);
    same([attempt.phase, attempt.enrollmentId], ['won', 555]);
  },
  'a reload in between goes on with the same key': async () => {
    for (const fault of ['cutBefore', 'cutAfter', 'hang']) {
      const before = tab();
      before.server.faults.push(fault);
      before.attempts.enroll(1);
      await before.time.pass(100);
      const time = new Time();
      time.at = before.time.at + 2_000;
      const after = tab({ server: before.server, storage: before.storage, time });
      after.attempts.resume();
      await time.pass(10_000);
      same(after.attempts.of('enroll', 1)?.phase, 'won', fault);
      same([before.server.rows.length, keysOf(before.server).length], [1, 1], fault);
    }
  },
  'a reload much later only looks': async () => {
    const before = tab();
    before.server.faults.push('cutBefore');
    before.attempts.enroll(1);
    await before.time.pass(10);
    const time = new Time();
    time.at = before.time.at + 3_600_000;
    const after = tab({ server: before.server, storage: before.storage, time });
    const sent = writes(before.server).length;
    after.attempts.resume();
    await time.pass(10_000);
    same(after.attempts.of('enroll', 1)?.phase, 'notDone');
    same([before.server.rows.length, writes(before.server).length], [0, sent], 'no seat an hour later');
    same(after.storage.length, 0, 'kept entries');
  },
  'a computer that slept for a minute ends with the row': async () => {
    const of = tab();
    of.server.faults.push('hang');
    const attempt = of.attempts.enroll(1);
    await calm();
    of.time.at += 60_000;
    of.attempts.hurry();
    await of.time.pass(3_000);
    same([attempt.phase, of.server.rows.length, keysOf(of.server).length], ['won', 1, 1]);
  },
  'a connection that is away for long is asked for until it is back': async () => {
    const of = tab();
    of.server.down = true;
    const attempt = of.attempts.enroll(1);
    await of.time.pass(60_000);
    same(attempt.phase, 'checking');
    of.server.down = false;
    of.attempts.hurry();
    await of.time.pass(1_000);
    same([attempt.phase, of.server.rows.length], ['won', 1]);
  },
  'a connection that is away for ten minutes enrolls nothing afterwards': async () => {
    const of = tab();
    of.server.down = true;
    const attempt = of.attempts.enroll(1);
    await of.time.pass(600_000);
    same(attempt.phase, 'checking');
    of.server.down = false;
    await of.time.pass(20_000);
    same([attempt.phase, of.server.rows.length], ['notDone', 0]);
  },
  'two tabs that press at once end with one row': async () => {
    const one = tab();
    const other = tab({ server: one.server, storage: one.storage, time: one.time });
    one.server.faults.push('cutAfter');
    const a = one.attempts.enroll(1);
    const b = other.attempts.enroll(1);
    await one.time.pass(10_000);
    same([a.phase, b.phase, one.server.rows.length, keysOf(one.server).length], ['won', 'won', 1, 1]);
  },
  'a tab shows the attempt of another, and asks itself when that one died': async () => {
    const one = tab();
    one.server.faults.push('hang');
    one.attempts.enroll(1);
    await calm();
    const other = tab({ server: one.server, storage: one.storage, time: new Time() });
    other.attempts.noticed(one.storage.key(0));
    await calm();
    same(other.attempts.of('enroll', 1)?.phase, 'checking');
    await other.time.pass(5_000);
    same([other.attempts.of('enroll', 1)?.phase, one.server.rows.length, keysOf(one.server).length], ['won', 1, 1]);
  },
  'a tab forgets the attempt of another that ended there': async () => {
    const one = tab();
    one.server.faults.push('hang');
    one.attempts.enroll(1);
    await calm();
    const other = tab({ server: one.server, storage: one.storage, time: new Time() });
    const entry = one.storage.key(0);
    other.attempts.noticed(entry);
    await one.time.pass(4_000);
    one.attempts.hurry();
    await one.time.pass(5_000);
    same(other.attempts.noticed(entry), true, 'lists are old');
    await other.time.pass(10_000);
    same(other.attempts.of('enroll', 1), undefined);
    same(one.server.rows.length, 1);
  },
  'a session that is over refuses without a doubt when nothing was lost': async () => {
    const of = tab();
    of.server.signedIn = false;
    const attempt = of.attempts.enroll(1);
    await of.time.pass(1_000);
    same([attempt.phase, attempt.problem?.code, of.sessions.length], ['refused', 'SESSION_EXPIRED', 1]);
  },
  'a session that ends while the outcome is unknown keeps the attempt for the next sign-in': async () => {
    const of = tab();
    of.server.faults.push('cutAfter');
    const attempt = of.attempts.enroll(1);
    await calm();
    of.server.signedIn = false;
    await of.time.pass(5_000);
    same([attempt.phase, of.storage.length], ['paused', 1]);
    of.server.signedIn = true;
    of.attempts.resume();
    await of.time.pass(5_000);
    same([attempt.phase, of.server.rows.length], ['won', 1]);
  },
  'an unknown outcome of a student who is gone ends with the reason': async () => {
    for (const code of ['STUDENT_NOT_FOUND', 'NO_STUDENT']) {
      const of = tab();
      of.server.faults.push('cutBefore', code);
      of.server.noList = code;
      const attempt = of.attempts.enroll(1);
      await of.time.pass(10_000);
      same([attempt.phase, attempt.problem?.code, of.storage.length], ['refused', code, 0]);
    }
  },
  'a page of a proxy in place of the list ends nothing': async () => {
    const of = tab();
    of.server.faults.push('cutAfter', 'SAME_SUBJECT');
    of.server.proxy = true;
    const attempt = of.attempts.enroll(1);
    await of.time.pass(10_000);
    same(attempt.phase, 'checking');
    of.server.proxy = false;
    await of.time.pass(10_000);
    same([attempt.phase, of.server.rows.length], ['won', 1]);
  },
  'another student in the same browser is not enrolled': async () => {
    const of = tab();
    of.server.student = 8;
    const attempt = of.attempts.enroll(1);
    await of.time.pass(1_000);
    same([attempt.phase, attempt.problem?.code, of.server.rows.length], ['refused', 'NOT_YOURS', 0]);
    const other = tab({ server: of.server, storage: of.storage, studentId: 8 });
    other.attempts.resume();
    await other.time.pass(1_000);
    same(other.attempts.all().length, 0, 'attempts of the other student');
  },
  'a press for all enrolls no other student either': async () => {
    const of = tab();
    of.server.student = 8;
    const attempts = of.attempts.enrollAll([1, 2]);
    await of.time.pass(1_000);
    same(attempts.map((one) => one.problem?.code), ['NOT_YOURS', 'NOT_YOURS']);
    same(of.server.rows.length, 0);
  },
  "another student's row is not what was won": async () => {
    const body = { courseId: 1, studentId: 8, enrollmentId: 5 };
    const of = (/** @type {number} */ studentId) => judge({ kind: 'enroll', courseId: 1 }, { status: 201, body }, studentId);
    same([of(8).to, of(7).to], ['end', 'again']);
  },
  'attempts of a student who left do nothing more, and go on with the next sign-in': async () => {
    for (const press of [false, true]) {
      const of = tab();
      of.server.faults.push('cutAfter');
      if (press) of.attempts.enrollAll([1]);
      else of.attempts.enroll(1);
      await calm();
      const heard = of.phases.length;
      of.attempts.stop();
      await of.time.pass(600_000);
      same([writes(of.server).length, of.phases.length, of.storage.length], [1, heard, 1]);
      const time = new Time();
      const again = tab({ server: of.server, storage: of.storage, time });
      again.attempts.resume();
      await time.pass(5_000);
      same([again.attempts.of('enroll', 1)?.phase, of.server.rows.length], ['won', 1]);
    }
  },
  'a row in the list ends an attempt that is not known': async () => {
    const of = tab();
    of.server.faults.push('cutAfter', '429', '429', '429');
    const attempt = of.attempts.enroll(1);
    await calm();
    const sent = writes(of.server).length;
    of.attempts.compare(of.server.rows);
    same([attempt.phase, attempt.enrollmentId], ['won', 100]);
    await of.time.pass(60_000);
    same([writes(of.server).length, of.storage.length, of.phases.filter((one) => one === 'won').length], [sent, 0, 1]);
  },
  'a cancel ends the attempt that made the row, which would make it again': async () => {
    for (const fault of ['cutAfter', 'hang']) {
      const of = tab();
      of.server.faults.push(fault);
      of.attempts.enroll(1);
      await calm();
      const attempt = of.attempts.cancel({ courseId: 1, enrollmentId: 100 });
      await of.time.pass(60_000);
      same([attempt.phase, of.server.rows.length, of.storage.length], ['cancelled', 0, 0], fault);
    }
  },
  'a clock that was set back makes a click old': async () => {
    const before = tab();
    before.server.faults.push('cutBefore');
    before.attempts.enroll(1);
    await calm();
    const time = new Time();
    time.at = before.time.at - 3_600_000;
    const after = tab({ server: before.server, storage: before.storage, time });
    after.attempts.resume();
    await time.pass(60_000);
    same([after.attempts.of('enroll', 1)?.phase, writes(before.server).length], ['notDone', 1]);
  },
  'a storage that refuses still ends with the truth': async () => {
    const of = tab();
    of.storage.refuses = true;
    of.server.faults.push('cutAfter');
    const attempt = of.attempts.enroll(1);
    await of.time.pass(5_000);
    same([attempt.phase, of.server.rows.length], ['won', 1]);
  },

  'cancelling ends with no row, whatever is lost': async () => {
    for (const faults of [[], ['cutBefore'], ['cutAfter'], ['502after'], ['503', '429'], ['page']]) {
      const of = tab();
      of.server.enroll(1, 'k');
      of.server.faults.push(...faults);
      const attempt = of.attempts.cancel({ courseId: 1, enrollmentId: 100 });
      await of.time.pass(30_000);
      same([attempt.phase, of.server.rows.length, of.storage.length], ['cancelled', 0, 0], String(faults));
    }
  },
  'a cancel that is refused leaves the row': async () => {
    const of = tab();
    of.server.enroll(1, 'k');
    of.server.faults.push('CLOSED');
    const attempt = of.attempts.cancel({ courseId: 1, enrollmentId: 100 });
    await of.time.pass(1_000);
    same([attempt.phase, attempt.problem?.code, of.server.rows.length], ['refused', 'CLOSED', 1]);
  },
  'a cancel under the session of another student is not called done': async () => {
    const of = tab();
    of.server.enroll(1, 'k');
    of.server.student = 8;
    const attempt = of.attempts.cancel({ courseId: 1, enrollmentId: 100 });
    await of.time.pass(10_000);
    same(attempt.phase, 'paused');
  },

  'one press for all is one request with an answer for each': async () => {
    const of = tab();
    of.server.full.add(2);
    const attempts = of.attempts.enrollAll([1, 2, 3]);
    await of.time.pass(1_000);
    same(attempts.map((one) => one.phase), ['won', 'refused', 'won']);
    same(writes(of.server).length, 1, 'requests');
    await of.time.pass(1_000);
    of.attempts.enrollAll([1, 2, 3]);
    await of.time.pass(1_000);
    same(of.server.rows.length, 2, 'rows after a second press');
  },
  'a press for all without an answer is sent again with the same keys': async () => {
    for (const fault of ['cutBefore', 'cutAfter', '502after', '503', '429']) {
      const of = tab();
      of.server.faults.push(fault);
      const attempts = of.attempts.enrollAll([3, 1, 2]);
      await of.time.pass(10_000);
      same(attempts.map((one) => one.phase), ['won', 'won', 'won'], fault);
      same(of.server.rows.map((one) => one.courseId), [3, 1, 2], fault);
    }
  },
  'a press for all is not sent again an hour later': async () => {
    const of = tab();
    of.server.faults.push('cutBefore');
    const attempts = of.attempts.enrollAll([1, 2]);
    await calm();
    of.time.at += 3_600_000;
    await of.time.pass(60_000);
    same(attempts.map((one) => one.phase), ['notDone', 'notDone']);
    same([of.server.rows.length, writes(of.server).length], [0, 1]);
  },
  'a press for all that was never taken says an hour later why': async () => {
    const of = tab();
    of.server.faults.push('429');
    const attempts = of.attempts.enrollAll([1, 2]);
    await calm();
    of.time.at += 3_600_000;
    await of.time.pass(60_000);
    same(attempts.map((one) => [one.phase, one.problem?.code]), [['refused', 'TOO_MANY_REQUESTS'], ['refused', 'TOO_MANY_REQUESTS']]);
    same([of.server.rows.length, writes(of.server).length], [0, 1]);
  },
  'a press for all from before a sleep is not waited for': async () => {
    const of = tab();
    of.server.faults.push('hang');
    const attempts = of.attempts.enrollAll([1, 2]);
    await calm();
    of.time.at += 60_000;
    of.attempts.hurry();
    await of.time.pass(3_000);
    same(attempts.map((one) => one.phase), ['won', 'won']);
    same(of.server.rows.length, 2);
  },
  'a press for all that is never answered is asked for course by course': async () => {
    const of = tab();
    of.server.faults.push('cutAfter', 'cutAfter', 'cutAfter', 'cutAfter');
    const attempts = of.attempts.enrollAll([1, 2]);
    await of.time.pass(30_000);
    same(attempts.map((one) => one.phase), ['won', 'won']);
    same(of.server.rows.length, 2);
  },
};
