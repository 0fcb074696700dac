/** Everything that this phone has of a sitting, as a file to hand over: its answers and what was not sent. */

import { localDb } from '#web/exam/local-db/database.ts';
import { saveFile } from '#web/shared/save-file.ts';

export async function saveAnswers(sittingId: string): Promise<void> {
  const { sittings, answers, outbox } = localDb;
  const of = { sittingId };
  // Rows as they are: what can't be read by the schemas is to be handed over too. Only the keys by which this phone proves
  // what it brings stay here.
  const content = await Promise.all([
    sittings.get(of).then((row) => ({ ...row, deviceKey: null, extraKey: null })),
    answers.where(of).toArray(),
    outbox.where(of).toArray(),
  ]);
  saveFile(new Blob([JSON.stringify(content)]), `answers-${sittingId}.json`);
}
