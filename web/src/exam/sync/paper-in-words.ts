// The paper on this phone in words, with what it costs in data.
import type { ComingPaper, HeldPaper } from '../local-db/rows.ts';

const kilobytes = (bytes: number) => `${Math.max(1, Math.round(bytes / 1_000))} KB`;

export function paperInWords(held: HeldPaper | null, coming: ComingPaper | null): string {
  if (coming) {
    const { here, bytes } = coming;
    return here.byteLength === 0
      ? `Downloading: ${kilobytes(bytes)}.`
      : `Downloading: ${kilobytes(here.byteLength)} of ${kilobytes(bytes)}.`;
  }
  if (!held)
    return 'Not yet. It is downloaded, sealed until the start, as soon as there is a network.';
  const orCode = held.codes.wraps.length > 0 ? ', or with a code from your proctor' : '';
  return `Here, sealed: ${kilobytes(held.sealed.byteLength)}. It opens at the start with a brief network connection${orCode}.`;
}
