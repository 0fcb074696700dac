// The wire lives longer than one version (decision 25): what phones of each protocol said once is said again to
// today's server, word for word.
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { PROTOCOL, spokenProtocols } from '#contract/wire/protocol-version.ts';
import { START, type TestApi } from '#tests/support/api.ts';
import { openWireWorld, recordingSchema, replay } from './wire-world.ts';

const FOLDER = new URL('../fixtures/wire/', import.meta.url);
const recordings = readdirSync(FOLDER).map((file) =>
  recordingSchema.parse(JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))),
);

const toldSchema = z.looseObject({
  acked: z.int(),
  state: z.string(),
  epoch: z.int(),
  received: z.optional(z.boolean()),
  receipt: z.nullish(z.looseObject({ seq: z.int() })),
});
/** What a phone relies on. */
function told(reply: unknown) {
  const { acked, state, epoch, received, receipt } = toldSchema.parse(reply);
  return { acked, state, epoch, received, receipt: receipt?.seq };
}

let api: TestApi;
afterEach(() => api.close());

describe('a phone keeps the app it started with (rule 5)', () => {
  it('there is a recording of every protocol that is spoken', async () => {
    ({ api } = await openWireWorld([]));
    expect(recordings.map(({ protocol }) => protocol)).toEqual([...spokenProtocols]);
    expect(spokenProtocols.slice(-2)).toEqual([PROTOCOL - 1, PROTOCOL]);
  });

  describe.each(recordings)('protocol $protocol', ({ uids, stories }) => {
    it.each(stories.map((story, index) => ({ ...story, index })))(
      '“$name” is answered as it was then: acknowledged, received, with a receipt',
      async ({ exchanges, index }) => {
        const world = await openWireWorld(uids);
        api = world.api;
        const candidate = world.candidates[index];
        if (!candidate) throw new Error('nobody sits the exam');
        for (const { path, status, reply, answered } of await replay(
          api,
          candidate,
          exchanges,
          START,
        )) {
          expect(answered, path).toMatchObject({ status });
          expect(told(answered.body), path).toEqual(told(reply));
        }
      },
    );
  });

  it.each([0, PROTOCOL + 1])(
    'protocol %i is told that the app is too old, and what to do, whatever else it says',
    async (protocol) => {
      const world = await openWireWorld(['WIRE001']);
      api = world.api;
      const [candidate] = world.candidates;
      const asked = [
        ['exams/wire-exam/sitting', { protocol, deviceId: 'phone' }],
        [
          'sync/push',
          { protocol, sittingId: 'any', deviceId: 'phone', events: 'of another shape' },
        ],
        [
          'exams/submit-mcq',
          { uid: 'WIRE001', examID: 'wire-exam', answers: [], device: { protocol } },
        ],
      ] as const;
      for (const [path, json] of asked) {
        expect(await api.request(path, { token: candidate?.token, json }), path).toMatchObject({
          status: 409,
          body: {
            code: 'app-too-old',
            retry: 'never',
            error: expect.stringContaining('Your answers are safe on this phone'),
          },
        });
      }
    },
  );
});
