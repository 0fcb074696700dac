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
    return 'Not yet. It is downloaded as soon as there is a network, and stays locked until the start.';
  const orCode = held.codes.wraps.length > 0 ? ', or a code from your proctor' : '';
  return `Downloaded and locked (${kilobytes(held.sealed.byteLength)}). To open it at the start, this phone needs the network for a moment${orCode}.`;
}
