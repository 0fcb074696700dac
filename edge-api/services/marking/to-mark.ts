// A mark in the words of the wire.
import type { DocumentMark } from '#contract/desk/marking.ts';

type MarkColumns = {
  documents: number | null; // hundredths
  documents_by: string | null;
  documents_at: number | null; // ms
  documents_reason: string;
};

export function toMark(row: MarkColumns): DocumentMark | null {
  const { documents, documents_by: by, documents_at: at, documents_reason: reason } = row;
  if (documents === null || by === null || at === null) return null;
  return { documents: documents / 100, by, at: new Date(at).toISOString(), reason };
}
