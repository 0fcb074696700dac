// The status of an enrolment in a statement, as the machine moves it. Code that has the row locked asks `statusAfter`; a
// statement that reads nothing first takes its words from here. No other file writes a status (tests/one-place.test.ts).
import { statuses } from '#contract/wire/users.ts';
import { type StatusEvent, statusAfter } from '#machines/user-status/user-status.machine.ts';

/**
 * @param column of the enrolment's status
 * @returns `becomes`, an expression for its status after the event, and `moves`, whether the event changes it at all
 */
export function statusChange(event: StatusEvent['type'], column: string) {
  const changes = statuses.filter((status) => statusAfter(status, event) !== status);
  const cases = changes.map((status) => `when '${status}' then '${statusAfter(status, event)}'`);
  return {
    becomes: `case ${column} ${cases.join(' ')} else ${column} end`,
    moves: `${column} in (${changes.map((status) => `'${status}'`).join(', ')})`,
  };
}
