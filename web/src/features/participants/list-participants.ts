/** Everyone who applied for an exam, fetched page by page: scored sections are columns only once all are known. */
import { type Participant, participantListSchema } from '#contract/participants.ts';
import type { Api } from '#web/lib/http.ts';

const PAGE_SIZE = 1_000;

export async function listParticipants(
  api: Pick<Api, 'getPage'>,
  examId: string,
  signal: AbortSignal,
): Promise<Participant[]> {
  const all: Participant[] = [];
  for (let page = 1; ; page += 1) {
    const path = `exams/by-exam/${examId}?page=${page}&pageSize=${PAGE_SIZE}`;
    const { data, total } = await api.getPage(path, participantListSchema, { signal });
    all.push(...data);
    if (data.length === 0 || all.length >= total) return all;
  }
}
