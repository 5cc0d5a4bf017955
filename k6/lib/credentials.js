// Who acts. In open mode the body names the student, and these are empty. Where the service requires sign-in:
// - TOKENS_FILE names a file with the tokens of the students, that of student 1 first: each request is the student's own.
// - TOKEN_FILE names a file with a token that may name any student, for the questions before the load and for students without a token.
// Files (./sugang tokens), because every user of the machine sees the arguments of a command.
import { SharedArray } from 'k6/data';

const token = __ENV.TOKEN_FILE ? open(__ENV.TOKEN_FILE).trim() : '';
const students = new SharedArray('tokens of students', () => (__ENV.TOKENS_FILE ? open(__ENV.TOKENS_FILE).trim().split('\n') : []));

const bearer = (text) => ({ Authorization: `Bearer ${text}` });

export const SIGNED_IN = token === '' ? {} : bearer(token);

// The parameters of a request, with which it is the student's own.
export function as(student, params) {
  return student <= students.length ? { ...params, headers: { ...params.headers, ...bearer(students[student - 1]) } } : params;
}
