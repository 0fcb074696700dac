/** Infobip (integrations.md section 8): JSON with a list of messages, `receivedAt` with its offset. */
import * as z from 'zod';
import { provesSecret, type ReadInbound, readJson } from './port.ts';

const callSchema = z.object({
  results: z
    .array(
      z.object({
        from: z.string().max(40),
        text: z.string().max(2_000),
        receivedAt: z.string().max(40).optional(),
      }),
    )
    .max(1_000),
});

export const readInfobip =
  (secret: string): ReadInbound =>
  (call) => {
    if (!provesSecret(call, secret)) return null;
    const read = callSchema.safeParse(readJson(call.body)).data;
    return (
      read?.results.map(({ from, text, receivedAt }) => ({
        from,
        text,
        receivedAt: receivedAt === undefined ? null : instantOf(receivedAt),
      })) ?? null
    );
  };

/** 2016-10-06T09:28:39.220+0000: the offset without its colon. */
function instantOf(text: string): number | null {
  const at = Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return Number.isNaN(at) ? null : at;
}
