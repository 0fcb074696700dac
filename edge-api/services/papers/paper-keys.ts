// The keys of sealed papers (decision 38). A `together` exam has one key; in an `own` exam each drawn paper has its own. Keys are
// derived, so none is stored.
import type { ExamStart } from '#contract/wire/exams.ts';
import { fromBase64url } from '#seals/bytes.ts';
import type { Deps } from '../../deps.ts';

export type PaperKey = { keyId: string; key: string };

type KeyedExam = { exam_id: string; start: ExamStart; key_version: number };

/** @returns 32 bytes, base64url, and an id that reveals nothing about them */
export function paperKeyOf(
  { keys }: Pick<Deps, 'keys'>,
  { exam_id, start, key_version }: KeyedExam,
  sittingId: string,
  version: number,
): PaperKey {
  const of =
    start === 'together' ? `exam|${exam_id}|${key_version}` : `sitting|${sittingId}|${version}`;
  return { keyId: keys.sign('paper', `name|${of}`, 6), key: keys.sign('paper', `key|${of}`, 32) };
}

/** The key of a `together` exam. */
export function examKeyOf(
  deps: Pick<Deps, 'keys'>,
  exam: Pick<KeyedExam, 'exam_id' | 'key_version'>,
): PaperKey {
  return paperKeyOf(deps, { ...exam, start: 'together' }, '', 0);
}

export const keyBytes = ({ key }: Pick<PaperKey, 'key'>) => fromBase64url(key);
