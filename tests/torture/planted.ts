/**
 * `npm run torture -- --planted`: plants one fault for each kind of promise, in the wire or in the database under the suite. The suite
 * must report that fault and nothing else, and nothing at all when no fault is planted.
 */
import * as z from 'zod';
import { PROMISES, type Promised } from './oracle.ts';
import type { Plan } from './plan.ts';
import { sit } from './sitting.ts';
import type { TornPhone } from './torn-phone.ts';
import type { Answer, Asked, Liar } from './torn-wire.ts';
import type { World } from './world.ts';

const plan: Plan = {
  seed: 0,
  steps: [
    { do: 'start' },
    { do: 'answer', question: 0, option: 0 },
    { do: 'weather', weather: 'cut' },
    { do: 'answer', question: 1, option: 1 },
    { do: 'fine weather', wait: true },
    { do: 'blow', blow: 'reload', minutes: 0 },
    { do: 'answer', question: 2, option: 2 },
    { do: 'fine weather', wait: true },
    { do: 'submit' },
    { do: 'fine weather', wait: true },
  ],
};

interface Fault {
  what: string;
  /** What the suite must find; null when it must find nothing. */
  found: Promised | null;
  /** Puts the fault on the wire, from the start. */
  liar?: () => Liar;
  /** Changes this candidate's sitting once the page has its receipt. */
  harm?: { sql: string };
}

const pushSchema = z.looseObject({ events: z.array(z.looseObject({ seq: z.int() })) });
const replySchema = z.looseObject({ acked: z.int() });
const toldSchema = z.looseObject({ serverTime: z.iso.datetime() });

function read<S extends z.ZodType>(schema: S, body: Buffer): z.output<S> | null {
  try {
    return schema.safeParse(JSON.parse(body.toString())).data ?? null;
  } catch {
    return null;
  }
}

const withBody = (answer: Answer, value: unknown): Answer => ({
  ...answer,
  body: Buffer.from(JSON.stringify(value)),
});

/** Acknowledges pushes in full but holds them back, and passes them on just before the submission, so that there is a receipt. */
function forgesWords(): Liar {
  const held: Asked[] = [];
  return async (asked) => {
    const push = asked.path === '/api/v1/sync/push' ? read(pushSchema, asked.body) : null;
    const last = push?.events.at(-1);
    if (push && last) {
      held.push(asked);
      const answer = await asked.ask(Buffer.from(JSON.stringify({ ...push, events: [] })));
      const reply = read(replySchema, answer.body);
      return reply ? withBody(answer, { ...reply, acked: last.seq }) : answer;
    }
    if (asked.path === '/api/v1/exams/submit-mcq')
      for (const one of held.splice(0)) await one.ask();
    return asked.ask();
  };
}

const WRONG_BY_MS = 120_000;

/** From the second push on, every reply gives a server time that is two minutes ahead. */
function liesAboutTime(): Liar {
  let pushes = 0;
  return async (asked) => {
    const answer = await asked.ask();
    if (asked.path === '/api/v1/sync/push') pushes += 1;
    const told = read(toldSchema, answer.body);
    if (!told || pushes < 2) return answer;
    const serverTime = new Date(Date.parse(told.serverTime) + WRONG_BY_MS).toISOString();
    return withBody(answer, { ...told, serverTime });
  };
}

/** Longer than a recovery may take, however late the machine is. */
const CUT_FOR_MS = 20_000;

/** For `CUT_FOR_MS` from the first push on, no API request gets through, whatever weather the plan says. */
function staysCut(): Liar {
  let until = 0;
  return async ({ path, ask }) => {
    if (path === '/api/v1/sync/push') until ||= performance.now() + CUT_FOR_MS;
    if (path.startsWith('/api/') && performance.now() < until) throw new Error('cut');
    return ask();
  };
}

const OF_SITTING =
  'sitting_id = (select id from sittings where uid = $1 order by started_at desc limit 1)';
/** One answer in the log, with the arrival that brought it. */
const AN_ANSWER = `select a.ctid, a.sitting_id, a.device_id, a.epoch, a.received_at, e.value as event
  from sitting_arrivals a, json_array_elements(a.events) e where a.${OF_SITTING} and e.value ->> 1 = 'answered' limit 1`;

const faults: readonly Fault[] = [
  { what: 'no fault', found: null },
  {
    what: 'an answer that was received is deleted from the log',
    found: 'lost',
    harm: {
      sql: `with one as (${AN_ANSWER})
        update sitting_arrivals a set events = coalesce((select json_agg(e.value) from json_array_elements(a.events) e
          where e.value ->> 0 <> one.event ->> 0), '[]') from one where a.ctid = one.ctid`,
    },
  },
  {
    what: 'an answer stands in the log a second time',
    found: 'doubled',
    harm: {
      sql: `with one as (${AN_ANSWER}), next as (select max(seq) + 1 as seq from sitting_events where ${OF_SITTING})
        insert into sitting_arrivals (sitting_id, device_id, seq, epoch, received_at, events)
        select sitting_id, device_id, seq, epoch, received_at,
          json_build_array(json_build_array(seq, event -> 1, event -> 2, event -> 3, event -> 4, event -> 5)) from one, next`,
    },
  },
  {
    what: 'an acknowledgement is forged for pushes that reach the server later',
    found: 'early',
    liar: forgesWords,
  },
  { what: 'the server’s time is two minutes wrong', found: 'clock', liar: liesAboutTime },
  {
    what: 'a mark is added to the result',
    found: 'result',
    harm: {
      sql: `update results set sections = (select jsonb_agg(jsonb_set(s, '{hundredths}', to_jsonb((s ->> 'hundredths')::int + 100)))
        from jsonb_array_elements(sections) s) where ${OF_SITTING}`,
    },
  },
  {
    what: 'the wire stays cut for twenty seconds when it should be fine',
    found: 'slow',
    liar: staysCut,
  },
];

/** @returns whether each planted fault was reported as what it is, and nothing else was reported */
export async function findPlanted(world: World, phone: TornPhone): Promise<boolean> {
  let isRight = true;
  for (const { what, found, liar, harm } of faults) {
    world.wire.letSpeak(liar?.() ?? null);
    const { findings, story } = await sit(
      world,
      phone,
      () => Promise.reject(new Error('The plan has one phone.')),
      plan,
      async ({ uid }) => {
        if (harm) await world.rows(harm.sql, [uid]);
      },
    );
    world.wire.letSpeak(null);
    const reported = PROMISES.filter((promise) => findings[promise].length > 0);
    const isFound = reported.join() === (found ?? '');
    isRight &&= isFound;
    console.log(
      `${isFound ? 'found' : 'NOT FOUND'} ${what}: ${JSON.stringify(Object.fromEntries(reported.map((promise) => [promise, findings[promise]])))}`,
    );
    if (!isFound) console.log(`  ${story.join('\n  ')}`);
  }
  return isRight;
}
