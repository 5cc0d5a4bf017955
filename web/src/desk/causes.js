/**
 * The causes of alarms: instances with the same trouble are one cause.
 * @module
 */

/** @typedef {{instance?: string, code: string, detail: string}} Alarm */
/** @typedef {{code: string, detail: string, instances: string[]}} Cause instances: none where it concerns all */

/** These cannot wait. */
const RED = new Set(['LEDGER_AWAY', 'SILENT', 'OVERSOLD']);

export const isRed = (/** @type {{code: string}} */ alarm) => RED.has(alarm.code);

/** Returns the causes in the order of the alarms. */
export function causesOf(/** @type {Alarm[]} */ alarms) {
  /** @type {Map<string, Cause>} */
  const causes = new Map();
  for (const { code, detail, instance } of alarms) {
    const cause = causes.get(code) ?? { code, detail, instances: [] };
    if (instance) cause.instances.push(instance);
    causes.set(code, cause);
  }
  return [...causes.values()];
}
