// The paper on this phone in words, with what it costs in data.
import type { ComingPaper, HeldPaper } from '../local-db/rows.ts';

const kilobytes = (bytes: number) => `${Math.max(1, Math.round(bytes / 1_000))} KB`;

export function paperInWords(held: HeldPaper | null, coming: ComingPaper | null): string {
  if (coming) {
    const { here, bytes } = coming;
    return here.byteLength === 0
      ? `Coming: ${kilobytes(bytes)} in all.`
      : `Coming: ${kilobytes(here.byteLength)} of ${kilobytes(bytes)} are here.`;
  }
  if (!held) return 'Not yet. It comes as soon as there is a network, sealed until the start.';
  const orCode = held.codes.wraps.length > 0 ? ', or with a code from your proctor' : '';
  return `Here, sealed: ${kilobytes(held.sealed.byteLength)}. At the start it opens with a few bytes of network${orCode}.`;
}
