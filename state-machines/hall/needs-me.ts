// Why a candidate's seat needs the proctor. Pure, so the board on a phone without a network says the same.
import type { BoardRow } from '../contract/hall/board.ts';

/**
 * A phone with a network sends something at least once a minute, and it takes some seconds to reach the board. So a
 * silent phone shows within ninety seconds.
 */
export const SILENT_MS = 75_000;

export const needs = [
  'another-device', // a second phone asks to continue
  'held', // late work waits for a decision
  'silent', // under way, and nothing heard
  'paused', // the clock stands still until somebody resumes it
  'not-submitted', // the time was up, and no submission came
  'not-received', // submitted, and something of it is still on the phone
] as const;
export type Need = (typeof needs)[number];

/** The fields of a board row that decide whether the seat needs the proctor. */
export type SeatState = Pick<
  BoardRow,
  'state' | 'heardAt' | 'pausedAt' | 'received' | 'held' | 'wantedDevice'
>;

/** @param now by the server's clock, ms; on a phone without a network, when it last heard from the server */
export function needsOf(row: SeatState, now: number): Need[] {
  const found: Need[] = [];
  const heard = row.heardAt === null ? now : Date.parse(row.heardAt);
  if (row.wantedDevice !== null) found.push('another-device');
  if (row.held > 0) found.push('held');
  if (row.state === 'open' && row.pausedAt === null && now - heard > SILENT_MS)
    found.push('silent');
  if (row.pausedAt !== null) found.push('paused');
  if (row.state === 'closed' && !row.received) found.push('not-submitted');
  if (row.state === 'submitted' && !row.received) found.push('not-received');
  return found;
}
