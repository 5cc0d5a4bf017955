// What a run does: read from the variables given with -e, turned into the scenarios and pass marks of k6.
// Knows nothing of k6, so that it can be tested anywhere.

import { OUTCOMES } from './outcome.js';

// A variable is NAME: [default, least, most].
const NUMBERS = {
  RATE: [2000, 1, 50000], // requests a second
  SECONDS: [180, 5, 7200], // at the rate
  RAMP: [10, 0, 600], // seconds before them in which the rate rises; not with STRESS, whose steps have ramps of their own
  POSTS: [50, 0, 100], // percent of enrollments in the mixed scenario
  STUDENTS: [0, 0, 10000000], // only the first N ask; 0: all there are
  P95: [200, 1, 60000], // ms
  P99: [500, 1, 60000], // ms
  ERRORS: [0, 0, 100], // percent of requests
  DROPPED: [0.1, 0, 100], // percent of requests that k6 could not even send
};

// Parts of the target rate that the steps of a stress test have. Those up to the target are judged, the ones above show
// where it ends.
export const STEPS = [0.5, 0.75, 1, 1.25, 1.5];

export function settings(env) {
  const read = {};
  for (const [name, [usual, least, most]] of Object.entries(NUMBERS)) {
    const text = env[name];
    const value = text === undefined || text === '' ? usual : Number(text);
    if (!(value >= least && value <= most)) {
      throw new Error(`${name} must be a number from ${least} to ${most}, not '${text}'`);
    }
    read[name.toLowerCase()] = value;
  }
  for (const name of ['rate', 'students']) {
    if (!Number.isInteger(read[name])) throw new Error(`${name.toUpperCase()} must be a whole number, not '${read[name]}'`);
  }
  const stress = env.STRESS || 'no';
  if (stress !== 'yes' && stress !== 'no') throw new Error(`STRESS is yes or no, not '${stress}'`);
  const target = (env.TARGET || 'http://127.0.0.1:8080').replace(/\/+$/, '');
  if (!/^https?:\/\/[^/]+$/.test(target)) throw new Error(`TARGET is like http://127.0.0.1:8080, not '${env.TARGET}'`);
  return { ...read, stress: stress === 'yes', target };
}

export const MARKS = ['requests made', 'requests dropped', 'errors', 'p95', 'p99'];

// The steps of a run: up to the target and at it, or those of a stress test. `planned` is how many requests are due in it,
// `marks` which pass marks hold for it; it is `judged` when all of them do. Its last requests have `stop` seconds to end.
export function steps(run) {
  return (run.stress ? stressed(run) : steady(run)).map((step) => ({ ...step, judged: step.marks.length === MARKS.length }));
}

// Students come from one second to the next, but not all connections and users (VUs) are made in one: that would measure the
// machine that sends. While the rate rises, only errors count. A pause after it lets its requests end. k6 hands users (and
// their connections) on to the next scenario only when those of the one before can no longer be busy. What is slower than the
// pause is broken off.
const PAUSE = 1;

function steady(run) {
  const { rate, ramp, seconds } = run;
  const level = { name: 'steady', rate, start: ramp === 0 ? 0 : ramp + PAUSE, ramp: 0, seconds, stop: TIMEOUT, planned: rate * seconds, marks: MARKS };
  if (ramp === 0) return [level];
  return [{ name: 'rise', rate, from: 0, start: 0, ramp, seconds: ramp, stop: PAUSE, planned: (ramp * rate) / 2, marks: ['errors'] }, level];
}

function stressed(run) {
  const seconds = run.seconds / STEPS.length;
  // Long enough that new connections are not all made in one second, short enough that most of the step is level.
  const ramp = Math.min(10, seconds / 4);
  let before = 1;
  return STEPS.map((part, i) => {
    const rate = Math.max(1, Math.round(run.rate * part));
    const planned = (ramp * (before + rate)) / 2 + (seconds - ramp) * rate;
    const step = { name: `step_${i + 1}`, rate, from: before, start: i * seconds, ramp, seconds, stop: TIMEOUT, planned, marks: part <= 1 ? MARKS : [] };
    before = rate;
    return step;
  });
}

// From the first request that is due to the end of the last second.
export function lasting(run) {
  return Math.max(...steps(run).map((step) => step.start + step.seconds));
}

// How long a request may take, in seconds: more than the 15 s after which NGINX gives up, so that its answer is seen.
export const TIMEOUT = 20;

// A user (VU) is busy as long as its request takes, so rate x seconds are needed at once (Little's law). Those for 500 ms are
// made before the run (each costs 0.3 MB and a millisecond): while one is made during it, k6 drops what is due. What is slower
// than that is not sent but dropped, instead of making an overload worse.
function users(rate) {
  return { preAllocatedVUs: Math.max(100, Math.ceil(rate * 0.5)) };
}

const time = (seconds) => `${Math.round(seconds * 1000)}ms`;

function scenario(step) {
  const common = { timeUnit: '1s', startTime: time(step.start), gracefulStop: time(step.stop), ...users(step.rate) };
  if (step.ramp === 0) {
    return { executor: 'constant-arrival-rate', rate: step.rate, duration: time(step.seconds), ...common };
  }
  return {
    executor: 'ramping-arrival-rate',
    startRate: step.from,
    stages: [
      { target: step.rate, duration: time(step.ramp) },
      ...(step.seconds > step.ramp ? [{ target: step.rate, duration: time(step.seconds - step.ramp) }] : []),
    ],
    ...common,
  };
}

// How many requests of a step have to be made: 99 percent of what is due and may not be dropped. The rest was in flight when
// the time was over.
export function enough(run, step) {
  return Math.floor(step.planned * (1 - run.dropped / 100) * 0.99);
}

function thresholds(run, all) {
  const marks = {
    // No use in going on when most of it fails.
    http_req_failed: [{ threshold: 'rate<0.5', abortOnFail: true, delayAbortEval: '10s' }],
    unexpected_answers: ['count<1'],
    'http_req_waiting{name:GET /api/students/{id}}': [],
    'http_req_waiting{name:POST /api/enrollments}': [],
  };
  for (const step of all) {
    const of = (metric) => `${metric}{scenario:${step.name}}`;
    const ifMarked = (name, ...wanted) => (step.marks.includes(name) ? wanted : []);
    marks[of('iterations')] = ifMarked('requests made', `count>=${enough(run, step)}`);
    marks[of('http_req_failed')] = ifMarked('errors', `rate<=${run.errors / 100}`);
    marks[of('http_req_duration')] = [...ifMarked('p95', `p(95)<${run.p95}`), ...ifMarked('p99', `p(99)<${run.p99}`)];
    marks[of('dropped_iterations')] = ifMarked('requests dropped', `count<=${Math.floor((step.planned * run.dropped) / 100)}`);
  }
  // An empty list of pass marks makes k6 keep the figures of an outcome apart.
  for (const outcome of OUTCOMES) marks[`answer_time{outcome:${outcome}}`] = [];
  return marks;
}

// The options of k6.
export function options(run) {
  const all = steps(run);
  return {
    scenarios: Object.fromEntries(all.map((step) => [step.name, scenario(step)])),
    thresholds: thresholds(run, all),
    summaryTrendStats: ['avg', 'min', 'med', 'p(95)', 'p(99)', 'p(99.9)', 'max', 'count'],
    // Only what is used below: each tag of each sample costs time, and a url with an id in it would make a series of its own.
    systemTags: ['scenario', 'name'],
    // Bodies are read where one is asked for (responseType).
    discardResponseBodies: true,
    // Users keep their connection, as browsers do.
    noConnectionReuse: false,
    noVUConnectionReuse: false,
    setupTimeout: '60s',
    userAgent: 'sugang-k6',
  };
}
