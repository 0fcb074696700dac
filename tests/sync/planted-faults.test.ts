// A suite that finds nothing proves nothing: each fault that the rules should prevent is planted here, and the suite
// must find it within a few schedules.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { timesOf } from '#api/services/sittings/settle.ts';
import type { OptionName } from '#contract/wire/values.ts';
import { isOptionName, project } from '#machines/sitting/rules.ts';
import { fromBase32, toBase32 } from '#seals/base32.ts';
import { type Bytes, joinBytes, utf8 } from '#seals/bytes.ts';
import { inflate } from '#seals/deflate.ts';
import { HandOverRefused, readHandOverHead } from '#seals/hand-over.ts';
import { unpackHandOver } from '#seals/hand-over-content.ts';
import { migratedPostgresUrl } from '#tests/support/test-database.ts';
import { outboxOf, sittingsOf } from '#web/exam/local-db/read-sitting.ts';
import { drainOutbox } from '#web/exam/sync/drain-outbox.ts';
import { pushBatch } from '#web/exam/sync/push-batch.ts';
import { renamed } from './carriers.ts';
import { type Hall, openHall } from './hall.ts';
import { honestPlan, type Plan, runSchedule } from './schedule.ts';

/**
 * A fault in the phone's own code, which has no seam for it: the mocked module works as it should except for this
 * fault.
 */
const planted = vi.hoisted(() => ({ fault: '' }));
vi.mock(import('#web/exam/sync/submit-overdue.ts'), async (original) => {
  const real = await original();
  return {
    submitOverdue: async (...args: Parameters<typeof real.submitOverdue>) => {
      if (planted.fault !== 'overdue') await real.submitOverdue(...args);
    },
  };
});
vi.mock(import('#web/exam/local-db/record-event.ts'), async (original) => {
  const real = await original();
  return {
    ...real,
    recordReopened: async (...args: Parameters<typeof real.recordReopened>) => {
      await real.recordReopened(...args);
      const [db, sittingId] = args;
      if (planted.fault === 'reopened')
        await db.outbox
          .where({ sittingId })
          .filter(({ type }) => type === 'submitted')
          .delete();
    },
    recordEvent: (...args: Parameters<typeof real.recordEvent>) => {
      if (planted.fault === 'unsaved') return Promise.resolve(null);
      const recorded = real.recordEvent(...args);
      return planted.fault === 'dropped' ? recorded.catch(() => null) : recorded;
    },
  };
});

vi.mock(import('#web/exam/local-db/record-page.ts'), async (original) => {
  const real = await original();
  return {
    ...real,
    recordPage: async (...args: Parameters<typeof real.recordPage>) => {
      const taken = await real.recordPage(...args);
      const [db, sittingId, { sha256 }] = args;
      if (planted.fault === 'no bytes') await db.pages.delete([sittingId, sha256]);
      return taken;
    },
  };
});
vi.mock(import('#api/services/papers/start-codes.ts'), async (original) => {
  const real = await original();
  return {
    ...real,
    tellStartCode: (...[deps, caller, examId, room]: Parameters<typeof real.tellStartCode>) =>
      planted.fault === 'early code'
        ? real.tellStartCode({ ...deps, now: () => deps.now() + 3_600_000 }, caller, examId, room)
        : real.tellStartCode(deps, caller, examId, room),
  };
});
vi.mock(import('#api/services/sittings/push-events.ts'), async (original) => {
  const real = await original();
  const arrived = new Map<string, number>();
  const byArrival = (sittingId: string) => {
    const seq = (arrived.get(sittingId) ?? 0) + 1;
    arrived.set(sittingId, seq);
    return seq;
  };
  return {
    ...real,
    carryEvents: (...[deps, push, by]: Parameters<typeof real.carryEvents>) => {
      let { events } = push;
      if (planted.fault === 'cut') events = events.slice(0, -1);
      if (planted.fault === 'by arrival')
        events = events.map((act) => ({ ...act, seq: byArrival(push.sittingId) }));
      return real.carryEvents(deps, { ...push, events }, by);
    },
  };
});
vi.mock(import('#api/services/sittings/device-key.ts'), async (original) => {
  const real = await original();
  return {
    ...real,
    deviceKeyOf: (...[deps, sittingId, deviceId]: Parameters<typeof real.deviceKeyOf>) => {
      const isShared = planted.fault === 'one device key' || planted.fault === 'renamed';
      return real.deviceKeyOf(deps, isShared ? '' : sittingId, deviceId);
    },
  };
});
vi.mock(import('#seals/hand-over.ts'), async (original) => {
  const real = await original();
  return {
    ...real,
    sealHandOver: async (...[content, paper, key]: Parameters<typeof real.sealHandOver>) => {
      if (planted.fault !== 'renamed') return real.sealHandOver(content, paper, key);
      const sealed = await real.sealHandOver({ ...content, sittingId: NOBODY }, paper, key);
      return renamed(sealed, content.sittingId);
    },
    openHandOver: async (...[bytes, key]: Parameters<typeof real.openHandOver>) => {
      if (planted.fault === 'no MAC') return openUnproven(bytes, key);
      if (planted.fault !== 'renamed') return real.openHandOver(bytes, key);
      const { sittingId } = real.readHandOverHead(bytes);
      const read = await real.openHandOver(renamed(bytes, NOBODY), key);
      return (paper: readonly string[]) => ({ ...read(paper), sittingId });
    },
  };
});
vi.mock(import('#seals/answer-text.ts'), async (original) => {
  const real = await original();
  return {
    ...real,
    openAnswerText: async (...[typed, key]: Parameters<typeof real.openAnswerText>) => {
      const proven = planted.fault === 'no text MAC' ? await provenAgain(typed, key) : typed;
      const read = await real.openAnswerText(proven, key);
      if (!read || planted.fault !== 'newest text') return read;
      return (count: number) => {
        const sheet = read(count);
        return sheet?.kind === 'so-far' ? { ...sheet, seq: sheet.seq + 1_000 } : sheet;
      };
    },
  };
});
vi.mock(import('#api/services/papers/paper-keys.ts'), async (original) => {
  const real = await original();
  return {
    ...real,
    paperKeyOf: (...[deps, exam, sittingId, version]: Parameters<typeof real.paperKeyOf>) =>
      real.paperKeyOf(deps, exam, planted.fault === 'one key' ? '' : sittingId, version),
  };
});
vi.mock(import('#machines/sitting/deadline.ts'), async (original) => {
  const real = await original();
  return {
    ...real,
    startOfBeginning: (...[exam, releasedAt]: Parameters<typeof real.startOfBeginning>) =>
      planted.fault === 'own word'
        ? { startedAt: hall.api.clock.now, waitedSeconds: 0 }
        : real.startOfBeginning(exam, releasedAt),
  };
});

/** For the planted fault that a package's head isn't bound to its content: every package is sealed for this sitting. */
const NOBODY = '000000000000';

/** Decrypts a package without checking its tag: AES-GCM is AES-CTR whose counter begins at two. */
async function openUnproven(bytes: Bytes, key: Bytes) {
  const { sittingId, deviceId, size } = readHandOverHead(bytes);
  try {
    const nonce = bytes.slice(size, size + 12);
    const counter = joinBytes(nonce, Uint8Array.of(0, 0, 0, 2));
    const own = await crypto.subtle.importKey('raw', key, 'AES-CTR', false, ['decrypt']);
    const how = { name: 'AES-CTR', counter, length: 32 };
    const plain = await crypto.subtle.decrypt(how, own, bytes.slice(size + 12, -16));
    const text = new TextDecoder().decode(await inflate(new Uint8Array(plain), 4_000_000));
    const packed: unknown = JSON.parse(text);
    return (paper: readonly string[]) => ({
      sittingId,
      deviceId,
      ...unpackHandOver(packed, paper),
    });
  } catch {
    throw new HandOverRefused('altered');
  }
}

/** The text message with a MAC that fits its content now, so that the MAC it came with is never checked. */
async function provenAgain(typed: string, key: Bytes): Promise<string> {
  const bytes = fromBase32(typed);
  if (!bytes) return typed;
  const [head, sealed, mac] = [bytes.slice(0, 8), bytes.slice(8, -10), bytes.slice(-10)];
  const from = await crypto.subtle.importKey('raw', key, 'HKDF', false, ['deriveKey']);
  const use = (info: string) => ({
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: utf8(`answer text ${info}`),
  });
  const how = { name: 'AES-CTR', length: 256 };
  const cipher = await crypto.subtle.deriveKey(use('stream'), from, how, false, ['encrypt']);
  const sign = { name: 'HMAC', hash: 'SHA-256' };
  const signing = await crypto.subtle.deriveKey(use('mac'), from, sign, false, ['sign']);
  const stream = async (text: Bytes, begin: Bytes) => {
    const counter = joinBytes(begin, new Uint8Array(6));
    const parameters = { name: 'AES-CTR', counter, length: 32 };
    return new Uint8Array(await crypto.subtle.encrypt(parameters, cipher, text));
  };
  const plain = await stream(sealed, mac);
  const whole = await crypto.subtle.sign('HMAC', signing, joinBytes(head, plain));
  const fits = new Uint8Array(whole).slice(0, 10);
  return toBase32(joinBytes(head, await stream(plain, fits), fits));
}

/**
 * The most schedules for one fault. Every fault is found within thirty or so; an honest run of as many finds nothing.
 */
const SCHEDULES = 150;

let hall: Hall;
beforeAll(async () => {
  hall = await openHall(await migratedPostgresUrl());
});
afterAll(() => hall.api.close());

/** What the first broken rule was, or null when none was. */
async function firstFinding(plan: Plan, first = 1): Promise<string | null> {
  for (let seed = first; seed < first + SCHEDULES; seed += 1) {
    try {
      await runSchedule(hall, seed, plan);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
  return null;
}

const sentSchema = z.object({ events: z.array(z.object({ seq: z.number() })) });
const ackSchema = z.looseObject({ acked: z.number() });

/** `first`: the seed to begin with, so that a fault that few schedules meet is met soon. */
const faults: [title: string, fault: Partial<Plan>, first: number, finding: RegExp][] = [
  [
    'acknowledging the highest seq instead of the contiguous one [SY3]',
    {
      server: (send) => async (url, init) => {
        const response = await send(url, init);
        if (!url.endsWith('sync/push') || !response.ok) return response;
        const sent = sentSchema.parse(JSON.parse(String(init.body)));
        const reply = ackSchema.parse(await response.json());
        const acked = Math.max(reply.acked, ...sent.events.map(({ seq }) => seq));
        return Response.json({ ...reply, acked });
      },
    },
    15,
    /neither on the phone nor in the log/,
  ],
  [
    'letting the last arrival win [AT4]',
    {
      reading: ({ log, submissions }) => {
        const answers = new Map<string, OptionName | ''>();
        const acts = log.filter(({ refusal }) => refusal === null);
        for (const act of acts.sort((a, b) => a.receivedAt - b.receivedAt)) {
          if (act.qid && act.type === 'cleared') answers.set(act.qid, '');
          if (act.qid && act.type === 'answered' && isOptionName(act.answer ?? ''))
            answers.set(act.qid, act.answer as OptionName);
        }
        for (const submission of submissions)
          for (const { qid, answer } of submission.answers)
            if (!answers.has(qid)) answers.set(qid, answer);
        return { answers, held: 0 };
      },
    },
    2,
    /the candidate’s last acts are/,
  ],
  [
    'clearing the outbox before sending [SY2]',
    {
      drain: async (deps, uid, signal) => {
        for (const sitting of await sittingsOf(deps.db, uid)) {
          const rows = await outboxOf(deps.db, sitting.sittingId, 1_000);
          await deps.db.outbox.clear();
          await pushBatch(deps, sitting, rows, signal);
        }
        return drainOutbox(deps, uid, signal);
      },
    },
    5,
    /neither on the phone nor in the log/,
  ],
  [
    'never telling the phone that writes what another brought [AT13]',
    {
      server: (send) => async (url, init) => {
        const response = await send(url, init);
        if (!url.endsWith('sync/push') || !response.ok) return response;
        const { others: _others, ...reply } = ackSchema.parse(await response.json());
        return Response.json(reply);
      },
    },
    25,
    /the phone that writes shows/,
  ],
  [
    'counting by the phone’s own clock [AT8]',
    {
      reading: (sitting) => {
        const log = sitting.log.map((act) => ({ ...act, elapsed: act.at - sitting.started }));
        return project(log, sitting.submissions, timesOf(sitting));
      },
    },
    3,
    /the candidate’s last acts are|are held although/,
  ],
];

const faultsOfTheApp: [title: string, fault: string, first: number, finding: RegExp][] = [
  [
    'an exam whose time passed while the app was closed is not submitted [AT10]',
    'overdue',
    1,
    /nothing is submitted/,
  ],
  [
    'taking a submission back drops it from the log [AT9]',
    'reopened',
    29,
    /the outbox is not empty|missing/,
  ],
  ['an act is shown and not saved (rule 1)', 'unsaved', 1, /is not on the phone/],
  [
    'what a full phone refused is dropped without a word (rule 7) [AT21]',
    'dropped',
    1,
    /is not on the phone, and nothing says so/,
  ],
];

const faultsOfTheStart: [title: string, fault: string, finding: RegExp][] = [
  ['a start code told before the start [AT18]', 'early code', /read before the start/],
  ['one key for two sittings (rule 17)', 'one key', /opens the paper of another/],
  ['a start counted from when the phone brings it [AT18]', 'own word', /the time ends at/],
];

const faultsOfHandingOver: [title: string, fault: string, first: number, finding: RegExp][] = [
  [
    'a hand-over that is cut and taken for whole [AT15]',
    'cut',
    1,
    /was taken in, and the server has up to/,
  ],
  [
    'a hand-over whose MAC nobody checks (rule 21)',
    'no MAC',
    14,
    /changed on the way, is taken in/,
  ],
  [
    'one device key for two sittings (rule 21)',
    'one device key',
    14,
    /made for another sitting is taken in/,
  ],
  [
    'a hand-over taken in for whichever sitting it is renamed to (rule 21)',
    'renamed',
    7,
    /renamed to another sitting is taken in/,
  ],
  [
    'acts numbered as they arrive by hand-over, not by their own seq [SY4]',
    'by arrival',
    1,
    /the phone that writes shows|neither on the phone nor in the log/,
  ],
  [
    'a text message whose MAC nobody checks (rule 21)',
    'no text MAC',
    12,
    // Or the text is read with the key of another of the candidate's phones.
    /a text at \d+(, changed on the way, is taken in| is refused)/,
  ],
  [
    'a text message that stands after whatever came later, whatever its seq [AT14]',
    'newest text',
    17,
    /the candidate’s last acts are|are held although/,
  ],
];

describe('the property suite finds this planted fault:', () => {
  it.each(faultsOfHandingOver)('%s', async (_title, fault, first, finding) => {
    planted.fault = fault;
    try {
      const plan = { ...honestPlan, whole: 0, sealed: 0, carried: 50 };
      expect(await firstFinding(plan, first)).toMatch(finding);
    } finally {
      planted.fault = '';
    }
  });

  it.each(faults)('%s', async (_title, fault, first, finding) => {
    const plan = { ...honestPlan, whole: 0, sealed: 0, ...fault };
    expect(await firstFinding(plan, first)).toMatch(finding);
  });

  it('a page that is named and not on the disk (rule 1)', async () => {
    planted.fault = 'no bytes';
    try {
      const plan = { ...honestPlan, whole: 0, sealed: 0, pages: 60 };
      expect(await firstFinding(plan)).toMatch(/neither on the phone nor on the server/);
    } finally {
      planted.fault = '';
    }
  });

  it.each(faultsOfTheStart)('%s', async (_title, fault, finding) => {
    planted.fault = fault;
    try {
      expect(await firstFinding({ ...honestPlan, whole: 0, sealed: 100 })).toMatch(finding);
    } finally {
      planted.fault = '';
    }
  });

  it.each(faultsOfTheApp)('in the app as a whole: %s', async (_title, fault, first, finding) => {
    planted.fault = fault;
    try {
      expect(await firstFinding({ ...honestPlan, whole: 100, sealed: 0 }, first)).toMatch(finding);
    } finally {
      planted.fault = '';
    }
  });
});
