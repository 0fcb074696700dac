/**
 * Time and texts as readers in India expect them. Times are India time whatever the phone's
 * zone says, and name it, because an exam starts at one moment for everyone.
 */
import type { ExamFormat } from '#contract/wire/exams.ts';

const indiaTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kolkata',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
});

/** Browsers differ in what they join the parts with ("Sat, 21 Sept"), so the joining is ours. */
function indiaParts(instant: string): Record<string, string> {
  const named = indiaTime.formatToParts(new Date(instant)).map((part) => [part.type, part.value]);
  return Object.fromEntries(named);
}

/** An ISO instant as `Sat 21 Nov 2026`. */
export function formatDate(instant: string): string {
  const { weekday, day, month, year } = indiaParts(instant);
  return `${weekday} ${day} ${month?.slice(0, 3)} ${year}`;
}

/** An ISO instant as `10:30 am IST`. */
export function formatTime(instant: string): string {
  const { hour, minute, dayPeriod } = indiaParts(instant);
  return `${Number(hour) % 12 || 12}:${minute} ${dayPeriod?.toLowerCase()} IST`;
}

/** An ISO instant as `Sat 21 Nov 2026, 10:30 am IST`. */
export function formatDateTime(instant: string): string {
  return `${formatDate(instant)}, ${formatTime(instant)}`;
}

/** Minutes as `45 minutes`, `1 hour`, `2 hours 30 minutes`. */
export function formatDuration(minutes: number): string {
  const count = (n: number, unit: string) => (n === 0 ? '' : `${n} ${unit}${n === 1 ? '' : 's'}`);
  const parts = [count(Math.floor(minutes / 60), 'hour'), count(minutes % 60, 'minute')];
  return parts.filter(Boolean).join(' ') || '0 minutes';
}

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

/** What one does in it, in the fewest words. */
export function shortFormat(format: ExamFormat): string {
  return tasks[format];
}

/** Length of a description on a card. */
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
