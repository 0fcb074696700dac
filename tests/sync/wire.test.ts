// A protocol of the wire outlives one version of the app (decision 25). Here today's server gets, word for word, what phones of each
// protocol once sent.
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
/** The fields of a reply that a phone relies on. */
function told(reply: unknown) {
  const { acked, state, epoch, received, receipt } = toldSchema.parse(reply);
  return { acked, state, epoch, received, receipt: receipt?.seq };
}

let api: TestApi;
afterEach(() => api.close());

describe('phones that keep the app version they started with (rule 5)', () => {
  it('there is a recording of every protocol that the server still accepts', async () => {
    ({ api } = await openWireWorld([]));
    expect(recordings.map(({ protocol }) => protocol)).toEqual([...spokenProtocols]);
    expect(spokenProtocols.slice(-2)).toEqual([PROTOCOL - 1, PROTOCOL]);
  });

  describe.each(recordings)('protocol $protocol', ({ uids, stories }) => {
    it.each(stories.map((story, index) => ({ ...story, index })))(
      '“$name” gets the same status, acknowledgement, state and receipt as when it was recorded',
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
    'protocol %i is told that the app is too old and the answers are safe, whatever else the request holds',
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
