// The requests, and what is kept of their answers.

import http from 'k6/http';
import { Counter, Trend } from 'k6/metrics';
import { as, SIGNED_IN } from './credentials.js';
import { ofEnrollment, ofRead } from './outcome.js';
import { TIMEOUT } from './settings.js';

// The same time as http_req_duration, but tagged with what the answer was: k6 tags its own before it has read one.
const answerTime = new Trend('answer_time', true);
const unexpected = new Counter('unexpected_answers');

const READ = {
  headers: SIGNED_IN,
  tags: { name: 'GET /api/students/{id}' },
  responseCallback: http.expectedStatuses(200),
  timeout: `${TIMEOUT}s`,
};
const ENROLL = {
  tags: { name: 'POST /api/enrollments' },
  headers: { ...SIGNED_IN, 'Content-Type': 'application/json' },
  responseCallback: http.expectedStatuses(201, 409),
  responseType: 'text',
  timeout: `${TIMEOUT}s`,
};

// Everybody of `count`, numbered from `first`, with the same chance.
const any = ({ first, count }) => first + Math.floor(Math.random() * count);

function keep(outcome, response) {
  answerTime.add(response.timings.duration, { outcome });
  if (outcome === 'unexpected') unexpected.add(1);
}

export function readStudent(target, campus) {
  const student = any(campus.students);
  const response = http.get(`${target}/api/students/${student}`, as(student, READ));
  keep(ofRead(response.status), response);
}

export function enroll(target, campus) {
  const student = any(campus.students);
  const wish = `{"studentId":${student},"courseId":${any(campus.courses)}}`;
  const response = http.post(`${target}/api/enrollments`, wish, as(student, ENROLL));
  keep(ofEnrollment(response.status, response.body), response);
}
