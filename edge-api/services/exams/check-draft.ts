// Turns a typed exam into what is stored: ten section rows, India time unless a zone is named, a clean description, and no
// section that asks for more questions than the bank holds.
import { isDeepStrictEqual } from 'node:util';
import sanitizeHtml from 'sanitize-html';
import { type ExamDraft, SECTION_ROWS } from '#contract/desk/exam-draft.ts';
import { MOST_OF_TYPE, MOST_QUESTIONS, type Section } from '#contract/wire/exams.ts';
import { droppedTags, linkAddress, markupTags, renamedTags } from '#contract/wire/markup.ts';
import type { Orm } from '#db/client.ts';
import { countByType } from '#db/queries/bank.ts';
import type { ExamRow } from '#db/queries/exams.ts';
import { Problem } from '../../problem.ts';

type ExamFacts = Pick<
  ExamRow,
  | 'name'
  | 'pricePaise'
  | 'description'
  | 'startsAt'
  | 'durationMinutes'
  | 'format'
  | 'status'
  | 'sections'
  | 'lateMinutes'
>;

/**
 * @param before the stored exam, if there is one. While its sections stay the same and it doesn't become Active, a bank that has
 *   shrunk since doesn't stop the administrator from changing the price or making the exam Inactive
 * @throws Problem invalid, section-too-large (naming the section)
 */
export async function checkDraft(
  orm: Orm,
  draft: ExamDraft,
  before?: Pick<ExamRow, 'status' | 'sections'> | null,
): Promise<ExamFacts> {
  const sections = Array.from(
    { length: SECTION_ROWS },
    (_, row): Section => draft.fields[row] ?? { fieldType: '', fieldCount: 0 },
  );
  const becomesActive = draft.status === 'Active' && before?.status !== 'Active';
  if (becomesActive || !isDeepStrictEqual(sections, before?.sections)) {
    const problem = await findTooLarge(orm, sections);
    if (problem) throw problem;
  }
  return {
    name: draft.name,
    pricePaise: Math.round(draft.price * 100),
    description: cleanDescription(draft.description),
    startsAt: toInstant(draft.startDate),
    durationMinutes: draft.duration,
    format: draft.format,
    status: draft.status,
    sections,
    lateMinutes: draft.lateMinutes,
  };
}

/**
 * Sections of the same type are drawn together, so they are counted together. The limit for the whole exam exists because all answers go
 * into one submission.
 * @throws Problem invalid (a count without a type)
 */
export async function findTooLarge(
  orm: Orm,
  sections: readonly Section[],
): Promise<Problem | null> {
  const wanted = new Map<string, number>();
  for (const [row, { fieldType, fieldCount }] of sections.entries()) {
    if (fieldCount === 0) continue;
    if (fieldType === '')
      throw new Problem('invalid', {
        fields: { [`fields.${row}.fieldType`]: 'Please choose a type.' },
      });
    wanted.set(fieldType, (wanted.get(fieldType) ?? 0) + fieldCount);
  }
  if (wanted.size === 0) return null;
  const held = new Map((await countByType(orm)).map(({ type, count }) => [type, count]));
  for (const [type, count] of wanted) {
    const there = held.get(type) ?? 0;
    if (count <= Math.min(there, MOST_OF_TYPE)) continue;
    const most = count > there ? `the bank holds ${there}` : `it can have at most ${MOST_OF_TYPE}`;
    const sentence = `The section “${type}” asks for ${count} questions, ${most}.`;
    const row = sections.findIndex(
      (section) => section.fieldType === type && section.fieldCount > 0,
    );
    return tooLarge(row, sentence);
  }
  const inAll = [...wanted.values()].reduce((sum, count) => sum + count, 0);
  if (inAll <= MOST_QUESTIONS) return null;
  const last = sections.findLastIndex(({ fieldCount }) => fieldCount > 0);
  const most = `it can have at most ${MOST_QUESTIONS}`;
  return tooLarge(last, `The exam asks for ${inAll} questions in all, ${most}.`);
}

const tooLarge = (row: number, sentence: string) =>
  new Problem('section-too-large', {
    sentence,
    fields: { [`fields.${row}.fieldCount`]: sentence },
  });

/** Reads a time without a zone as India time. */
function toInstant(typed: string): Date {
  return new Date(/(Z|[+-]\d\d:?\d\d)$/i.test(typed) ? typed : `${typed}+05:30`);
}

// Cleans an exam's description for storing: a few tags, no attribute except a link's address, and nothing that could run, load
// or restyle anything, whatever was sent. Screens clean it once more before they show it.

const rules: sanitizeHtml.IOptions = {
  allowedTags: [...markupTags.filter((tag) => tag !== 'b' && tag !== 'i'), 'a'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nonTextTags: droppedTags,
  transformTags: {
    ...renamedTags,
    b: 'strong',
    i: 'em',
    strike: 's',
    del: 's',
  },
  // A link without a usable address becomes plain text.
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'a' && !linkAddress.test(attribs.href ?? '') && 'excludeTag',
};

const EMPTY_LINE = /^<p>(?:\s|&nbsp;|<br \/>)*<\/p>$/;

/** Removes the empty paragraphs that an editor leaves at the end. */
function withoutEmptyEnd(markup: string): string {
  let rest = markup.trim();
  for (;;) {
    const last = rest.lastIndexOf('<p>');
    if (last === -1 || !EMPTY_LINE.test(rest.slice(last))) return rest;
    rest = rest.slice(0, last).trimEnd();
  }
}

/** @returns clean markup; empty when nothing readable is left. Cleaning again changes nothing. */
export function cleanDescription(markup: string): string {
  const clean = withoutEmptyEnd(sanitizeHtml(markup, rules));
  const text = sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} });
  return text.trim() === '' ? '' : clean;
}
