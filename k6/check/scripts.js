// Checks of the parts that need no service, by k6/test:   k6 run --quiet k6/check/scripts.js
// Prints the failed ones, and the last line "N passed, N failed".

import { as, SIGNED_IN } from '../lib/credentials.js';
import { OUTCOMES, ofEnrollment, ofRead } from '../lib/outcome.js';
import { options, settings, steps } from '../lib/settings.js';
import { resultOf, textOf, written } from '../lib/summary.js';

let passed = 0;
const failures = [];

function expect(name, wanted, got) {
  if (JSON.stringify(wanted) === JSON.stringify(got)) passed++;
  else failures.push(`  FAILED ${name}\n         expected: ${JSON.stringify(wanted)}\n         but was:  ${JSON.stringify(got)}`);
}
function refuses(name, env) {
  let message = 'nothing';
  try {
    settings(env);
  } catch (refusal) {
    message = refusal.message;
  }
  expect(`refused: ${JSON.stringify(env)}`, true, message.includes(name));
}

function outcomes() {
  const problem = (code) => `{"status":409,"code":"${code}"}`;
  expect('a 201 is a seat', 'won', ofEnrollment(201, '{}'));
  expect('full', 'full', ofEnrollment(409, problem('COURSE_FULL')));
  expect('enrolled already', 'already', ofEnrollment(409, problem('ALREADY_ENROLLED')));
  for (const code of ['NOT_OPEN', 'NOT_IN_TERM', 'TIME_CONFLICT', 'RETAKE_LIMIT', 'COREQUISITE']) expect(code, 'ruled', ofEnrollment(409, problem(code)));
  expect('a 409 of another kind is not expected', 'unexpected', ofEnrollment(409, problem('REQUEST_IN_FLIGHT')));
  expect('nor one without a body', 'unexpected', ofEnrollment(409, null));
  expect('nor a 200 for an enrollment', 'unexpected', ofEnrollment(200, '{}'));
  expect('a read', 'read', ofRead(200));
  expect('nor a 409 for a read', 'unexpected', ofRead(409));
  const kinds = { 0: 'unanswered', 404: 'unexpected', 429: 'limited', 500: 'broken', 502: 'gateway', 503: 'unavailable', 504: 'gateway' };
  for (const [status, kind] of Object.entries(kinds)) {
    expect(`${status} to a read`, kind, ofRead(Number(status)));
    expect(`${status} to an enrollment`, kind, ofEnrollment(Number(status), null));
    expect(`${kind} is counted`, true, OUTCOMES.includes(kind));
  }
}

function credentials() {
  const params = { timeout: '1s' };
  expect('without tokens the body names the student', params, as(1, params));
  expect('and no header does', {}, SIGNED_IN);
}

function plans() {
  const usual = settings({});
  expect('the target by default', 2000, usual.rate);
  expect('a slash behind the address', 'http://a:1', settings({ TARGET: 'http://a:1/' }).target);
  expect('an empty variable is none', 180, settings({ SECONDS: '' }).seconds);
  refuses('RATE', { RATE: '0' });
  refuses('RATE', { RATE: '2k' });
  refuses('RATE', { RATE: '10.5' });
  refuses('SECONDS', { SECONDS: '1' });
  refuses('RAMP', { RAMP: '-1' });
  refuses('POSTS', { POSTS: '101' });
  refuses('STRESS', { STRESS: 'on' });
  refuses('TARGET', { TARGET: 'localhost' });

  expect('at once', ['steady'], Object.keys(options(settings({ RAMP: '0' })).scenarios));
  const steady = options(settings({ RATE: '300', SECONDS: '30' }));
  expect('a rise before it', ['rise', 'steady'], Object.keys(steady.scenarios));
  expect('from nothing to the rate', ['ramping-arrival-rate', 0, [{ target: 300, duration: '10000ms' }]],
    [steady.scenarios.rise.executor, steady.scenarios.rise.startRate, steady.scenarios.rise.stages]);
  expect('which ends before the users are handed on', '1000ms', steady.scenarios.rise.gracefulStop);
  expect('of which half is due', 1500, steps(settings({ RATE: '300' }))[0].planned);
  expect('no errors in the rise', ['rate<=0'], steady.thresholds['http_req_failed{scenario:rise}']);
  expect('and no other mark', [[], [], []], ['iterations', 'http_req_duration', 'dropped_iterations'].map((name) => steady.thresholds[`${name}{scenario:rise}`]));
  const { executor, rate, duration, startTime, preAllocatedVUs } = steady.scenarios.steady;
  expect('a constant rate', ['constant-arrival-rate', 300, '30000ms', '11000ms'], [executor, rate, duration, startTime]);
  expect('users for 500 ms', 150, preAllocatedVUs);
  const mark = (name) => steady.thresholds[`${name}{scenario:steady}`];
  expect('no errors', ['rate<=0'], mark('http_req_failed'));
  expect('response times', ['p(95)<200', 'p(99)<500'], mark('http_req_duration'));
  expect('dropped: 0.1 % of 9,000', ['count<=9'], mark('dropped_iterations'));
  expect('made: 99 % of what is not dropped', ['count>=8901'], mark('iterations'));
  for (const outcome of OUTCOMES) expect(`${outcome} is kept apart`, [], steady.thresholds[`answer_time{outcome:${outcome}}`]);

  const run = settings({ RATE: '100', SECONDS: '100', STRESS: 'yes' });
  const all = steps(run);
  expect('steps around the target', [50, 75, 100, 125, 150], all.map((step) => step.rate));
  expect('one after the other', [0, 20, 40, 60, 80], all.map((step) => step.start));
  expect('those above the target are not judged', [true, true, true, false, false], all.map((step) => step.judged));
  expect('with a ramp', [5, 5 * 62.5 + 15 * 75], [all[1].ramp, all[1].planned]);
  const stress = options(run);
  expect('a ramp from the step before', ['ramping-arrival-rate', 50, [{ target: 75, duration: '5000ms' }, { target: 75, duration: '15000ms' }]],
    [stress.scenarios.step_2.executor, stress.scenarios.step_2.startRate, stress.scenarios.step_2.stages]);
  expect('no mark above the target', [], stress.thresholds['http_req_duration{scenario:step_4}']);
  expect('but its figures', [], stress.thresholds['dropped_iterations{scenario:step_4}']);
}

// As handleSummary gets it (k6 1.8.1), of a run of 1,000 requests.
function data({ made = 1000, dropped = 0, missed = [] } = {}) {
  const ok = (metric, names) => Object.fromEntries(names.map((name) => [name, { ok: !missed.includes(`${metric} ${name}`) }]));
  const trend = (count, p95) => ({ type: 'trend', contains: 'time', values: { count, avg: 2, min: 1, med: 1.5, 'p(95)': p95, 'p(99)': 2 * p95, 'p(99.9)': 3 * p95, max: 4 * p95 } });
  const counter = (count) => ({ type: 'counter', contains: 'default', values: { count, rate: count / 10 } });
  const metrics = {
    iterations: counter(made),
    'iterations{scenario:rise}': counter(made / 2),
    'dropped_iterations{scenario:rise}': counter(made ? 3 : 0),
    'http_req_failed{scenario:rise}': { type: 'rate', values: { rate: 0, passes: 0, fails: 500 }, thresholds: ok('rise', ['rate<=0']) },
    'http_req_duration{scenario:rise}': trend(500, 9),
    'iterations{scenario:steady}': { ...counter(made), thresholds: ok('iterations', ['count>=989']) },
    'dropped_iterations{scenario:steady}': { ...counter(dropped), thresholds: ok('dropped_iterations', ['count<=1']) },
    'http_req_failed{scenario:steady}': { type: 'rate', values: { rate: 0, passes: 0, fails: made }, thresholds: ok('http_req_failed', ['rate<=0']) },
    'http_req_duration{scenario:steady}': { ...trend(made, 3.5), thresholds: ok('http_req_duration', ['p(95)<200', 'p(99)<500']) },
    http_req_failed: { type: 'rate', values: { rate: 0 }, thresholds: ok('all', ['rate<0.5']) },
    unexpected_answers: { ...counter(0), thresholds: ok('unexpected_answers', ['count<1']) },
    answer_time: trend(made, 3.5),
    'answer_time{outcome:read}': trend(made / 2, 3),
    'answer_time{outcome:won}': trend(made / 10, 20),
    'answer_time{outcome:full}': trend((4 * made) / 10, 4),
    'answer_time{outcome:broken}': trend(0, 0),
    'http_req_waiting{name:GET /api/students/{id}}': trend(made / 2, 2.5),
    'http_req_waiting{name:POST /api/enrollments}': trend(made / 2, 3.5),
    students_asking: { type: 'gauge', values: { value: 5000 } },
    courses_asked: { type: 'gauge', values: { value: 500 } },
    vus: { type: 'gauge', values: { value: 1, min: 0, max: 7 } },
    vus_max: { type: 'gauge', values: { value: 10, min: 10, max: 10 } },
  };
  return { metrics, state: { testRunDurationMs: 10100 } };
}

function summaries() {
  const run = settings({ RATE: '100', SECONDS: '10' });
  const result = resultOf('mixed', run, data());
  expect('passed', true, result.passed);
  expect('the rate is that of the load, without what came before', [100, 100], [result.held, result.due]);
  expect('the rise is told', true, textOf(result).includes('up to 100/s, errors judged'));
  expect('beside the load', [['rise', 500, 3, false], ['steady', 1000, 0, true]], result.steps.map(({ name, done, dropped, judged }) => [name, done, dropped, judged]));
  const risen = resultOf('mixed', run, data({ missed: ['rise rate<=0'] }));
  expect('errors in the rise fail the run', [false, [['rise', 'errors']]], [risen.passed, risen.marks.filter((mark) => !mark.passed).map(({ step, name }) => [step, name])]);
  expect('won and refused apart, what was not there left out', { read: 500, won: 100, full: 400 },
    Object.fromEntries(result.outcomes.map(({ name, latency }) => [name, latency.count])));
  expect('with their own times', [3, 20, 4], result.outcomes.map(({ latency }) => latency.p95));
  expect('and shares', [50, 10, 40], result.outcomes.map(({ share }) => share));
  expect('no errors', 0, result.errors);
  expect('who asks for what', [5000, 500], [result.students, result.courses]);
  for (const [missed, name] of Object.entries({
    'iterations count>=989': 'requests made',
    'dropped_iterations count<=1': 'requests dropped',
    'http_req_failed rate<=0': 'errors',
    'http_req_duration p(95)<200': 'p95',
    'http_req_duration p(99)<500': 'p99',
    'unexpected_answers count<1': 'answers the API does not know',
    'all rate<0.5': 'gone on to the end',
  })) {
    const failed = resultOf('mixed', run, data({ missed: [missed] }));
    expect(`a missed ${missed} fails the run`, [false, [name]], [failed.passed, failed.marks.filter((mark) => !mark.passed).map((mark) => mark.name)]);
    expect(`and is said: ${name}`, true, textOf(failed).includes(`FAILED  ${name}`));
  }
  const without = data();
  delete without.metrics['http_req_duration{scenario:steady}'].thresholds;
  expect('a mark that k6 did not judge is not passed', false, resultOf('mixed', run, without).passed);
  const idle = resultOf('mixed', run, data({ made: 0, dropped: 1000 }));
  expect('nothing measured is not passed', ['errors', 'errors', 'p95', 'p99'], idle.marks.filter((mark) => mark.got === 'nothing measured').map((mark) => mark.name));
  expect('nor the run', false, idle.passed);
  expect('a run broken off before the load writes nothing', {}, written('mixed', run, data({ made: 0 }), '/x'));
  expect('files', ['/x/result.json', '/x/result.txt'], Object.keys(written('mixed', run, data(), '/x')));
  expect('without a folder only the text', ['stdout'], Object.keys(written('mixed', run, data(), undefined)));
  let refused = '';
  try {
    resultOf('mixed', run, { metrics: [] });
  } catch (refusal) {
    refused = refusal.message;
  }
  expect('another form of figures is not read as zeros', true, refused.includes('version'));
}

export default function () {}

export function handleSummary() {
  outcomes();
  credentials();
  plans();
  summaries();
  return { stdout: `${[...failures, `${passed} passed, ${failures.length} failed`].join('\n')}\n` };
}
