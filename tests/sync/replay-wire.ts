// Says to today's server what a phone of an earlier protocol said to the server of its day. What the server
// makes up (ids of sittings, signatures) is replaced by what it made up this time.
import * as z from 'zod';
import type { TestApi } from '#tests/support/api.ts';
import type { Candidate } from './phone.ts';

const exchangeSchema = z.object({
  /** Since the recording began. */
  afterMs: z.number(),
  path: z.string(),
  request: z.looseObject({}),
  status: z.int(),
  reply: z.looseObject({}),
});
export const recordingSchema = z.object({
  protocol: z.int(),
  uids: z.array(z.string()),
  stories: z.array(z.object({ name: z.string(), exchanges: z.array(exchangeSchema) })),
});
export type Exchange = z.infer<typeof exchangeSchema>;
export type Recording = z.infer<typeof recordingSchema>;

/** What the server made up in a reply, by name. */
const MADE_UP = ['sittingId', 'signature'] as const;

export type Replayed = Exchange & { answered: { status: number; body: unknown } };

/** @param began the instant at which the recording began */
export async function replay(
  api: TestApi,
  candidate: Candidate,
  exchanges: readonly Exchange[],
  began: number,
): Promise<Replayed[]> {
  const now = new Map<string, string>();
  const done: Replayed[] = [];
  for (const exchange of exchanges) {
    api.clock.now = began + exchange.afterMs;
    let text = JSON.stringify(exchange.request);
    for (const [then, today] of now) text = text.replaceAll(then, today);
    const { status, body } = await api.request(exchange.path, {
      token: candidate.token,
      json: JSON.parse(text),
    });
    const told = z.looseObject({}).safeParse(body).data ?? {};
    for (const name of MADE_UP) {
      const [then, today] = [exchange.reply[name], told[name]];
      if (typeof then === 'string' && typeof today === 'string') now.set(then, today);
    }
    done.push({ ...exchange, answered: { status, body } });
  }
  return done;
}
