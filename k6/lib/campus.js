// Asks the service which students and courses it has. Runs once, before the load.

import http from 'k6/http';
import exec from 'k6/execution';
import { Gauge } from 'k6/metrics';
import { SIGNED_IN } from './credentials.js';

// For the report: handleSummary does not get what setup returned.
const asking = new Gauge('students_asking');
const asked = new Gauge('courses_asked');

const LOOK = { headers: SIGNED_IN, responseType: 'text', responseCallback: http.expectedStatuses(200, 404), tags: { name: 'before the load' }, timeout: '10s' };

export function findCampus(run) {
  const campus = { students: students(run), courses: courses(run) };
  asking.add(campus.students.count);
  asked.add(campus.courses.count);
  return campus;
}

function look(run, path) {
  const response = http.get(run.target + path, LOOK);
  if (response.status !== 200 && response.status !== 404) {
    const answer = response.status === 0 ? response.error : `status ${response.status}`;
    exec.test.abort(`${run.target}${path} does not answer as the service does: ${answer}`);
  }
  return response;
}

function courses(run) {
  const page = (size, number) => look(run, `/api/courses?size=${size}&page=${number}`).json();
  const begin = page(1, 0);
  const count = begin.totalElements;
  if (!(count > 0)) exec.test.abort('there are no courses to enroll in');
  const first = begin.content[0].courseId;
  const last = page(1, count - 1).content[0].courseId;
  if (last - first + 1 !== count) exec.test.abort(`the numbers of the ${count} courses have gaps (${first} to ${last})`);
  return { first, count };
}

// There is no list of students, so the last one is searched for: they are numbered from 1 without gaps.
function students(run) {
  const known = (id) => look(run, `/api/students/${id}`).status === 200;
  if (run.students > 0 && known(run.students)) return { first: 1, count: run.students };
  if (!known(1)) exec.test.abort('there is no student 1');
  let there = 1;
  let missing = 2;
  while (known(missing)) {
    there = missing;
    missing *= 2;
  }
  while (missing - there > 1) {
    const middle = Math.floor((there + missing) / 2);
    if (known(middle)) there = middle;
    else missing = middle;
  }
  if (run.students > 0) exec.test.abort(`there are only ${there} students, not ${run.students}`);
  return { first: 1, count: there };
}
