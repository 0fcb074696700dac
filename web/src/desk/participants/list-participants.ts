/** One page of an exam's participants, and the sections they may have scores in. */

import { type Participant, participantListSchema } from '#contract/desk/participants.ts';
import { examSchema } from '#contract/wire/exams.ts';
import { scoredSections } from '#machines/sitting/scoring.ts';
import { api } from '#web/shared/http.ts';

/** As many rows of thirty columns as a browser scrolls without a stutter. */
export const PAGE_SIZE = 50;

export interface ParticipantPage {
  participants: Participant[];
  /** How many the search finds in all. */
  total: number;
  /** The exam's, so that every page has the same columns. */
  sections: string[];
}

/** @param wanted an empty search finds everyone; `page` counts from 1 */
export async function listParticipants(
  wanted: { examId: string; search: string; page: number },
  signal: AbortSignal,
): Promise<ParticipantPage> {
  const { examId, search, page } = wanted;
  const query = new URLSearchParams({ search, page: `${page}`, pageSize: `${PAGE_SIZE}` });
  const [exam, { data, total }] = await Promise.all([
    api.get(`exams/${examId}`, examSchema, { signal }),
    api.getPage(`exams/by-exam/${examId}?${query}`, participantListSchema, { signal }),
  ]);
  const sections = scoredSections({ format: exam.format, sections: exam.fields ?? [] });
  return { participants: data, total, sections };
}
