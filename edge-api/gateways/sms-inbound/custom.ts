/** Any other provider: fields in the address, a form or flat JSON, whose names are set up; the secret proves the call. */
import { fieldsOf, type InboundProvider, LARGEST_MESSAGE, provesSecret } from './port.ts';

export type CustomFields = {
  from: string;
  text: string;
  /** The operator's time: ISO 8601, or seconds or milliseconds since 1970. */
  at?: string | undefined;
};

export const customProvider = (secret: string, names: CustomFields): InboundProvider => ({
  largest: LARGEST_MESSAGE,
  isExpected: (head) => provesSecret(head, secret),
  read: (call) => {
    const fields = fieldsOf(call);
    const text = fields?.[names.text];
    if (!fields || text === undefined) return null;
    const at = names.at === undefined ? undefined : fields[names.at];
    return [
      { from: fields[names.from] ?? '', text, receivedAt: at === undefined ? null : instantOf(at) },
    ];
  },
});

function instantOf(text: string): number | null {
  if (!/^\d{10,13}$/.test(text)) {
    const at = Date.parse(text);
    return Number.isNaN(at) ? null : at;
  }
  return text.length > 10 ? Number(text) : Number(text) * 1_000;
}
