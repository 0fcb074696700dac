/** An exam’s format and description, in words for cards and search results. */
import type { ExamFormat } from '#contract/wire/exams.ts';

const formats: Record<ExamFormat, string> = {
  MCQ: 'MCQ: choose one of four answers',
  MIX: 'MIX: questions, and photos of pages you write',
  'DOC Upload': 'DOC Upload: photos of pages you write',
};

/** The format's own name, then what it means for the candidate. */
export function describeFormat(format: ExamFormat): string {
  return formats[format];
}

const tasks: Record<ExamFormat, string> = {
  MCQ: 'Choose answers',
  MIX: 'Choose answers, write pages',
  'DOC Upload': 'Write pages, send photos',
};

/** What a candidate does in the exam, in the fewest words. */
export function shortFormat(format: ExamFormat): string {
  return tasks[format];
}

/** Length of a description on a card, in characters. */
const PREVIEW_LENGTH = 100;

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
};

/** A description without markup, cut to 100 characters and an ellipsis. */
export function previewDescription(markup: string): string {
  const text = markup
    .replace(/<(script|style)\b(?:(?!<\/?(?:script|style)\b)[\s\S])*<\/\1>/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:!?])/g, '$1')
    .trim();
  if (text === '') return 'No description.';
  const letters = [...text];
  if (letters.length <= PREVIEW_LENGTH) return text;
  return `${letters.slice(0, PREVIEW_LENGTH).join('').trimEnd()}…`;
}
