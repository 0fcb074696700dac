// The status of a candidate's enrolment, and the only ways in which it can change.
//
//   Registered ──PAID──▶ Fees Paid ──SUBMITTED──▶ Completed
//                            ▲────── REOPENED ────────┘
//
// The server asks this machine before it writes a status. An event in any other state changes nothing.
import { setup, transition } from 'xstate';
import type { UserStatus } from '../contract/wire/users.ts';

/**
 * PAID: the gateway's order status, checked by the server. SUBMITTED: a submission, or the server's own closing.
 * REOPENED: a proctor lets the candidate continue (decision 43).
 */
export type StatusEvent = { type: 'PAID' } | { type: 'SUBMITTED' } | { type: 'REOPENED' };

const userStatusMachine = setup({
  types: { events: {} as StatusEvent },
}).createMachine({
  id: 'user-status',
  initial: 'Registered',
  states: {
    Registered: { on: { PAID: 'Fees Paid' } },
    'Fees Paid': { on: { SUBMITTED: 'Completed' } },
    Completed: { on: { REOPENED: 'Fees Paid' } },
  },
});

/** The status after an event; unchanged if the event doesn't apply. */
export function statusAfter(status: UserStatus, event: StatusEvent['type']): UserStatus {
  const [next] = transition(userStatusMachine, userStatusMachine.resolveState({ value: status }), {
    type: event,
  });
  return next.value;
}
