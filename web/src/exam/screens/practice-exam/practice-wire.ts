// Plays the exam server of a practice exam on this phone: while there is a network, it acknowledges what a real server
// would, and nothing leaves the phone. Without a network it can't be reached, like the real one.
import type { Beacon, OpenReply, PaperQuestion } from '#contract/wire/sync.ts';
import type { OptionName } from '#contract/wire/values.ts';
import type { LocalDb } from '#web/exam/local-db/database.ts';
import { readSitting } from '#web/exam/local-db/read-sitting.ts';
import type { ServerClock } from '#web/exam/sync/server-clock.ts';
import type { Wire } from '#web/exam/sync/wire.ts';
import { unreachable } from '#web/shared/api-problem.ts';

// The practice exam: a paper that anyone may see, with its right answers, because nothing in it counts.

/** The id of its sitting, its exam and its candidate; the server knows none of them. */
export const PRACTICE = 'practice';
export const PRACTICE_NAME = 'Practice exam';
export const PRACTICE_MINUTES = 10;

const asked: readonly (readonly [section: string, text: string, options: string[], OptionName])[] =
  [
    [
      'Numbers',
      'A pen costs ₹12 and a notebook ₹35. How much are two pens and one notebook?',
      ['₹47', '₹59', '₹82', '₹94'],
      'OptionTwo',
    ],
    [
      'Numbers',
      'A train leaves at 9:40 am and arrives at 1:15 pm. How long is the journey?',
      ['3 hours 35 minutes', '3 hours 55 minutes', '4 hours 25 minutes', '4 hours 35 minutes'],
      'OptionOne',
    ],
    ['Numbers', 'What is 15 % of 240?', ['24', '30', '36', '40'], 'OptionThree'],
    ['Numbers', 'Which number comes next? 3, 6, 12, 24, …', ['30', '36', '42', '48'], 'OptionFour'],
    [
      'Words',
      'Which word means the opposite of “temporary”?',
      ['Brief', 'Permanent', 'Sudden', 'Recent'],
      'OptionTwo',
    ],
    [
      'Words',
      'Choose the right word: “She has worked here ___ 2019.”',
      ['for', 'from', 'since', 'until'],
      'OptionThree',
    ],
    [
      'Words',
      'Which word is spelt correctly?',
      ['Accommodation', 'Acommodation', 'Accomodation', 'Acomodation'],
      'OptionOne',
    ],
    [
      'Words',
      'All clerks on this floor can type. Meena is a clerk on this floor. What follows?',
      [
        'Everyone who types is a clerk.',
        'Meena is the only clerk.',
        'Nobody else can type.',
        'Meena can type.',
      ],
      'OptionFour',
    ],
  ];

const questions: PaperQuestion[] = asked.map(([section, text, options], index) => ({
  qid: `${PRACTICE}-${index + 1}`,
  section,
  text,
  options,
}));

export const practiceCount = questions.length;

/** @returns how many are right */
function countRight(answers: ReadonlyArray<{ qid: string; answer: string | null }>): number {
  const given = new Map(answers.map(({ qid, answer }) => [qid, answer]));
  return asked.filter(([, , , right], index) => given.get(`${PRACTICE}-${index + 1}`) === right)
    .length;
}

/** What the exam server would say to a candidate who starts now. */
export function openPractice(now: number): OpenReply {
  return {
    ...practiceStanding(now, { acked: 0, deadline: now + PRACTICE_MINUTES * 60_000 }),
    sittingId: PRACTICE,
    examId: PRACTICE,
    examName: PRACTICE_NAME,
    task: '',
    format: 'MCQ',
    startedAt: new Date(now).toISOString(),
    questions,
    answers: [],
    marked: [],
    documents: [],
    receipt: null,
  };
}

function practiceStanding(now: number, on: { acked: number; deadline: number }) {
  return {
    acked: on.acked,
    serverTime: new Date(now).toISOString(),
    signature: PRACTICE,
    deadline: new Date(on.deadline).toISOString(),
    state: 'open' as const,
    epoch: 1,
  };
}

/** Milliseconds, as on a good network: long enough to see the status on screen change. */
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

  /** Acknowledges everything on the phone up to `seq`. */
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
    pageHeld: neverAsked,
  };
}
