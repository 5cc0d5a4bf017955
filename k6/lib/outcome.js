// What an answer means. Refusals are outcomes of a rush like the seat itself, not errors.

// Every outcome a request can have, as a person reads it.
export const MEANING = {
  read: '200 read',
  won: '201 won',
  full: '409 refused, full',
  already: '409 refused, enrolled already',
  ruled: '409 refused by a rule',
  unavailable: '503 unavailable',
  gateway: '502 or 504 from NGINX',
  limited: '429 rate limit',
  broken: '5xx',
  unanswered: 'no answer',
  unexpected: 'not an answer of the API',
};
export const OUTCOMES = Object.keys(MEANING);

// What the service answers when all is well.
export const ANSWERS = ['read', 'won', 'full', 'already', 'ruled'];

export function ofRead(status) {
  return status === 200 ? 'read' : failure(status);
}

// The code is looked for as text: parsing JSON would cost more than the rest of the script.
export function ofEnrollment(status, body) {
  if (status === 201) return 'won';
  if (status !== 409) return failure(status);
  if (body && body.includes('"code":"COURSE_FULL"')) return 'full';
  if (body && body.includes('"code":"ALREADY_ENROLLED"')) return 'already';
  // Each other code is one of a rule.
  if (body && body.includes('"code":"') && !body.includes(IN_FLIGHT)) return 'ruled';
  return 'unexpected';
}

const IN_FLIGHT = '"code":"REQUEST_IN_FLIGHT"';

function failure(status) {
  switch (status) {
    case 0:
      return 'unanswered';
    case 429:
      return 'limited';
    case 503:
      return 'unavailable';
    case 502:
    case 504:
      return 'gateway';
    default:
      return status >= 500 ? 'broken' : 'unexpected';
  }
}
