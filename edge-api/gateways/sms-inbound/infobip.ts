/** Infobip (integrations.md section 8): JSON with a list of messages, `receivedAt` with its offset. */
import * as z from 'zod';
import { type InboundProvider, LARGEST_MESSAGE, provesSecret, readJson } from './port.ts';

/** Told together after an exam; more come in the next call. */
const MOST_MESSAGES = 250;

const callSchema = z.object({
  results: z
    .array(
      z.object({
        from: z.string().max(40),
        text: z.string().max(2_000),
        receivedAt: z.string().max(40).optional(),
      }),
    )
    .max(MOST_MESSAGES),
});

export const infobipProvider = (secret: string): InboundProvider => ({
  // Many messages at once, and nobody but who has the secret gets as far as that.
  largest: 10 * LARGEST_MESSAGE,
  isExpected: (head) => provesSecret(head, secret),
  read: (call) => {
    const read = callSchema.safeParse(readJson(call.body)).data;
    return (
      read?.results.map(({ from, text, receivedAt }) => ({
        from,
        text,
        receivedAt: receivedAt === undefined ? null : instantOf(receivedAt),
      })) ?? null
    );
  },
});

/** 2016-10-06T09:28:39.220+0000: the offset without its colon. */
function instantOf(text: string): number | null {
  const at = Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return Number.isNaN(at) ? null : at;
}
