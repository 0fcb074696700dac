// The exam server of a practice exam, played on this phone: it acknowledges what a server would, while there is a
// network, and nothing leaves the phone. Without a network it can't be reached, like the real one.
import type { Beacon } from '#contract/wire/sync.ts';
import type { LocalDb } from '#web/exam/local-db/database.ts';
import { readSitting } from '#web/exam/local-db/read-sitting.ts';
import type { ServerClock } from '#web/exam/sync/server-clock.ts';
import type { Wire } from '#web/exam/sync/wire.ts';
import { unreachable } from '#web/shared/api-problem.ts';
import { countRight, openPractice, PRACTICE, practiceStanding } from './practice-paper.ts';

/** So long a good network takes: the two words on the screen are seen to change. */
const ROUND_TRIP_MS = 350;

export function createPracticeWire(db: LocalDb, clock: ServerClock): Wire {
  async function answered<Reply extends Beacon>(
    signal: AbortSignal,
    say: () => Reply | Promise<Reply>,
  ): Promise<Reply> {
    const sentAt = clock.steady();
    await new Promise((resolve) => setTimeout(resolve, ROUND_TRIP_MS));
    signal.throwIfAborted();
    if (!navigator.onLine) throw unreachable('practice without a network');
    const reply = await say();
    clock.hear(reply, sentAt, clock.steady());
    return reply;
  }

  /** All that stands on the phone up to `seq`. */
  async function standing(seq: number) {
    const row = await readSitting(db, PRACTICE);
    if (!row) throw unreachable('no practice exam here');
    const acked = Math.max(row.acked, seq);
    return practiceStanding(clock.wall(), { acked, deadline: row.deadline });
  }

  const neverAsked = () => Promise.reject(unreachable('not in a practice exam'));

  return {
    open: (_examId, _request, signal) => answered(signal, () => openPractice(clock.wall())),
    push: ({ events }, signal) => answered(signal, () => standing(events.at(-1)?.seq ?? 0)),
    submit: ({ answers, device }, signal) =>
      answered(signal, async () => {
        const seq = device?.seq ?? 0;
        const right = countRight(
          answers.map(({ qid, answer }) => ({ qid, answer: answer ?? null })),
        );
        return {
          ...(await standing(seq)),
          state: 'submitted' as const,
          score: [{ TotalScore: right }],
          received: true,
          receipt: {
            code: 'PRAC-TICE-0000',
            sittingId: PRACTICE,
            seq,
            digest: device?.digest ?? '',
            receivedAt: new Date(clock.wall()).toISOString(),
            signature: PRACTICE,
          },
          refused: [],
          missingDocuments: [],
        };
      }),
    time: (signal) =>
      answered(signal, () => ({
        serverTime: new Date(clock.wall()).toISOString(),
        signature: PRACTICE,
      })),
    readiness: neverAsked,
    paperPart: neverAsked,
    examKey: neverAsked,
    sendPiece: neverAsked,
  };
}
