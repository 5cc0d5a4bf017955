// Headers with which a run may name any student. None unless the service requires sign-in: then TOKEN_FILE names a file with a
// token of ./sugang tokens. A file, because every user of the machine sees the arguments of a command.
const token = __ENV.TOKEN_FILE ? open(__ENV.TOKEN_FILE).trim() : '';

export const SIGNED_IN = token === '' ? {} : { Authorization: `Bearer ${token}` };
