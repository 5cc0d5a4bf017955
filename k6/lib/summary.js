// What k6 measured, as the report and a person read it. Knows nothing of k6 but the form of handleSummary's data.

import { ANSWERS, MEANING, OUTCOMES } from './outcome.js';
import { enough, lasting, steps } from './settings.js';

// The files that k6 writes at its end: with `folder` result.json and result.txt in there, without it the text alone.
export function written(scenario, run, data, folder) {
  const result = resultOf(scenario, run, data);
  // Broken off before the load; k6 has said why.
  if (result.requests + result.dropped === 0) return {};
  if (!folder) return { stdout: textOf(result) };
  return { [`${folder}/result.json`]: JSON.stringify(result, null, 2), [`${folder}/result.txt`]: textOf(result) };
}

// Times in ms, rates per second, shares in percent.
export function resultOf(scenario, run, data) {
  if (!data.metrics || !data.metrics.iterations || !data.metrics.iterations.values) {
    throw new Error('this version of k6 gives handleSummary something else than version 1 does');
  }
  const metric = (name, tag) => data.metrics[tag ? `${name}{${tag}}` : name] || { values: {} };
  const count = (name, tag) => metric(name, tag).values.count || 0;
  const answered = count('answer_time');
  const outcomes = OUTCOMES.map((name) => {
    const took = latency(metric('answer_time', `outcome:${name}`).values);
    return { name, meaning: MEANING[name], share: answered ? (100 * took.count) / answered : 0, latency: took };
  });
  const all = steps(run).map((step) => stepOf(step, run, metric, count));
  const level = all.filter((step) => run.stress || step.judged);
  const unexpected = count('unexpected_answers');
  const marks = all.flatMap((step) => step.marks);
  marks.push({ step: '', name: 'answers the API does not know', wanted: 'none', got: whole(unexpected), passed: passed(metric('unexpected_answers')) });
  const brokenOff = !passed(metric('http_req_failed'));
  if (brokenOff) {
    marks.push({ step: '', name: 'gone on to the end', wanted: 'less than half of all requests fail', got: 'broken off', passed: false });
  }
  const done = all.reduce((sum, step) => sum + step.done, 0);
  return {
    scenario,
    target: run.target,
    stress: run.stress,
    rate: run.rate,
    seconds: lasting(run),
    posts: scenario === 'mixed' ? run.posts : scenario === 'enrollments' ? 100 : 0,
    students: metric('students_asking').values.value || 0,
    courses: metric('courses_asked').values.value || 0,
    level: total(level, 'seconds'),
    held: total(level, 'done') / total(level, 'seconds'),
    due: total(level, 'planned') / total(level, 'seconds'),
    requests: done,
    dropped: all.reduce((sum, step) => sum + step.dropped, 0),
    errors: outcomes.filter(({ name }) => !ANSWERS.includes(name)).reduce((sum, outcome) => sum + outcome.latency.count, 0),
    usersAtMost: metric('vus').values.max || 0,
    usersReady: metric('vus_max').values.max || 0,
    outcomes: outcomes.filter((outcome) => outcome.latency.count > 0),
    latency: latency(metric('answer_time').values),
    firstByte: {
      read: latency(metric('http_req_waiting', 'name:GET /api/students/{id}').values),
      enroll: latency(metric('http_req_waiting', 'name:POST /api/enrollments').values),
    },
    steps: all.map(({ marks: _, ...step }) => step),
    marks,
    passed: marks.every((mark) => mark.passed),
  };
}

function stepOf(step, run, metric, count) {
  const tag = `scenario:${step.name}`;
  const done = count('iterations', tag);
  const dropped = count('dropped_iterations', tag);
  const failed = metric('http_req_failed', tag);
  const failedShare = 100 * (failed.values.rate || 0);
  const duration = metric('http_req_duration', tag);
  const took = latency(duration.values);
  const of = run.stress ? `${whole(step.rate)}/s` : step.judged ? '' : 'rise';
  const marks = [
    { name: 'requests made', wanted: `at least ${whole(enough(run, step))} of ${whole(step.planned)}`, got: whole(done), passed: passed(metric('iterations', tag)) },
    { name: 'requests dropped', wanted: `at most ${share(run.dropped)}`, got: `${whole(dropped)} (${share((100 * dropped) / step.planned)})`, passed: passed(metric('dropped_iterations', tag)) },
    { name: 'errors', wanted: run.errors === 0 ? 'none' : `at most ${share(run.errors)}`, got: share(failedShare), passed: passed(failed) },
    { name: 'p95', wanted: `below ${ms(run.p95)}`, got: ms(took.p95), passed: passed(duration, 'p(95)') },
    { name: 'p99', wanted: `below ${ms(run.p99)}`, got: ms(took.p99), passed: passed(duration, 'p(99)') },
  ]
    .filter((mark) => step.marks.includes(mark.name))
    .map((mark) => ({ step: of, ...mark }));
  if (done === 0) {
    for (const mark of marks.filter(({ name }) => !name.startsWith('requests'))) Object.assign(mark, { got: 'nothing measured', passed: false });
  }
  const { name, rate, ramp, seconds, planned, judged } = step;
  return { name, rate, ramp, seconds, planned, done, held: done / seconds, due: planned / seconds, dropped, failedShare, p50: took.p50, p95: took.p95, p99: took.p99, judged, marks };
}

function latency(values) {
  return { count: values.count || 0, mean: values.avg || 0, min: values.min || 0, p50: values.med || 0, p95: values['p(95)'] || 0, p99: values['p(99)'] || 0, p999: values['p(99.9)'] || 0, max: values.max || 0 };
}

// Whether k6 found its thresholds on the metric (or those that begin so) held; none at all is a mistake here, not a pass.
function passed(metric, begin = '') {
  const found = Object.entries(metric.thresholds || {}).filter(([name]) => name.startsWith(begin));
  return found.length > 0 && found.every(([, { ok }]) => ok);
}

const whole = (number) => Math.round(number).toString().replace(/\B(?=(\d{3})+$)/g, ',');
const share = (percent) => `${percent === 0 || percent >= 10 ? Math.round(percent * 10) / 10 : Number(percent.toPrecision(2))} %`;
const ms = (time) => `${time < 10 ? time.toFixed(1) : whole(time)} ms`;

export function textOf(result) {
  const lines = [`${whole(result.requests)} requests, ${whole(result.held)} per second of ${whole(result.due)}; ${whole(result.dropped)} dropped, ${whole(result.errors)} errors`, ''];
  const number = (time) => time.toFixed(1).padStart(9);
  const row = (name, { count, p50, p95, p99, p999, max }) =>
    lines.push(`  ${name.padEnd(31)}${whole(count).padStart(10)}${[p50, p95, p99, p999, max].map(number).join('')}`);
  lines.push(`  ${'Answers (times in ms)'.padEnd(31)}${'count'.padStart(10)}${['p50', 'p95', 'p99', 'p99.9', 'max'].map((name) => name.padStart(9)).join('')}`);
  for (const { meaning, latency: took } of result.outcomes) row(meaning, took);
  row('all', result.latency);
  if (result.firstByte.read.count > 0) row('reads, until the first byte', result.firstByte.read);
  if (result.firstByte.enroll.count > 0) row('enrollments, until first byte', result.firstByte.enroll);
  if (result.steps.length > 1) {
    lines.push('', `  ${'Step'.padEnd(31)}${'made'.padStart(10)}${['held/s', 'due/s', 'dropped', 'errors', 'p95', 'p99'].map((name) => name.padStart(9)).join('')}`);
    for (const step of result.steps) {
      const figures = [whole(step.held), whole(step.due), whole(step.dropped), share(step.failedShare), step.p95.toFixed(1), step.p99.toFixed(1)];
      lines.push(`  ${nameOf(step).padEnd(31)}${whole(step.done).padStart(10)}${figures.map((figure) => figure.padStart(9)).join('')}`);
    }
  }
  lines.push('', '  Pass marks');
  for (const { step, name, wanted, got, passed: ok } of result.marks) {
    lines.push(`  ${ok ? 'passed' : 'FAILED'}  ${`${step ? `${step}: ` : ''}${name}`.padEnd(36)} ${got}   (${wanted})`);
  }
  return `${lines.join('\n')}\n`;
}

function total(steps, figure) {
  return steps.reduce((sum, step) => sum + step[figure], 0);
}

function nameOf(step) {
  if (step.ramp === 0) return `at ${whole(step.rate)}/s`;
  return `up to ${whole(step.rate)}/s${step.judged ? '' : step.name === 'rise' ? ', errors judged' : ', not judged'}`;
}
