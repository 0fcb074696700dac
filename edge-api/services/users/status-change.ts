// The status of an enrolment, as SQL that follows the machine. Code that has locked the row calls `statusAfter`; a statement that reads
// nothing first uses this SQL. No other file writes a status (tests/one-place.test.ts).
import { statuses } from '#contract/wire/users.ts';
import { type StatusEvent, statusAfter } from '#machines/user-status/user-status.machine.ts';

/**
 * @param column SQL name of the enrolment's status
 * @returns `becomes`, an expression for the status after the event, and `moves`, a condition for whether the event changes it
 */
export function statusChange(event: StatusEvent['type'], column: string) {
  const changes = statuses.filter((status) => statusAfter(status, event) !== status);
  const cases = changes.map((status) => `when '${status}' then '${statusAfter(status, event)}'`);
  return {
    becomes: `case ${column} ${cases.join(' ')} else ${column} end`,
    moves: `${column} in (${changes.map((status) => `'${status}'`).join(', ')})`,
  };
}
