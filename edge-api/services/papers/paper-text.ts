// What a candidate reads: the same in an opened paper and in a sealed one. No correct answer, no marks (rule 20).
import type { PaperText } from '#contract/wire/sealed-paper.ts';
import type { DrawnSection } from '#machines/sitting/draw.ts';
import type { Deps } from '../../deps.ts';
import { readRevisions } from '../questions/revisions.ts';
import type { Door } from '../sittings/door.ts';

export async function readPaperText(
  { db }: Pick<Deps, 'db'>,
  { name: examName, description, format }: Pick<Door, 'name' | 'description' | 'format'>,
  sections: readonly DrawnSection<number>[],
): Promise<PaperText> {
  const revisions = await readRevisions(
    db,
    sections.flatMap(({ items }) => items),
  );
  return {
    examName,
    task: format === 'MCQ' ? '' : description,
    format,
    questions: sections.flatMap(({ name: section, items }) =>
      items.flatMap((id) => {
        const revision = revisions.get(id);
        if (!revision) return [];
        const { qid, text, options } = revision;
        return [{ qid, section, text, options: [...options] }];
      }),
    ),
  };
}
