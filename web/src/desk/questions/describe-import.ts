/** Describes an import report in sentences: before anything is added, and afterwards. */
import type { ImportReport } from '#contract/desk/questions.ts';
import { formatCount } from '#web/shared/format-count.ts';
import type { Progress } from './send-question-file.ts';

export interface ImportDescription {
  tone: 'success' | 'warn' | 'danger';
  title: string;
  facts: string[];
}

export function countFresh({ types }: ImportReport): number {
  return types.reduce((sum, type) => sum + type.count, 0);
}

const formats: Record<ImportReport['format'], string> = {
  workbook: 'an Excel, LibreOffice or Word file',
  delimited: 'a CSV file',
  gift: 'a GIFT file',
  aiken: 'typed questions (Aiken)',
  'moodle-xml': 'a Moodle XML file',
  qti: 'a QTI file',
};

/** What a file of this format consists of: only tables have rows. */
export const unitOf = (format: ImportReport['format']) =>
  format === 'workbook' || format === 'delimited' ? 'row' : 'question';

function duplicateFacts({ duplicates, inBank, format }: ImportReport, isDone: boolean): string[] {
  const inFile = duplicates - inBank;
  const become = (count: number) => (isDone ? (count === 1 ? 'was' : 'were') : 'will be');
  return [
    ...(inBank > 0
      ? [`${formatCount(inBank, 'question')} already in the bank ${become(inBank)} left out.`]
      : []),
    ...(inFile > 0
      ? [`${formatCount(inFile, `duplicate ${unitOf(format)}`)} ${become(inFile)} left out.`]
      : []),
  ];
}

/** What importing the file would do. */
export function describePreview(report: ImportReport): ImportDescription {
  const { refused, warned, format } = report;
  const fresh = countFresh(report);
  const facts = [
    `It was read as ${formats[format]}.`,
    ...(refused > 0
      ? [`${formatCount(refused, unitOf(format))} will be refused; the reasons are below.`]
      : []),
    ...duplicateFacts(report, false),
    ...(warned > 0
      ? [`${formatCount(warned, 'warning', 'warnings')}: please check them below.`]
      : []),
  ];
  if (fresh === 0)
    return refused > 0
      ? {
          tone: 'danger',
          title: `There’s nothing to add: no ${unitOf(format)} is both valid and new`,
          facts,
        }
      : {
          tone: 'warn',
          title: 'There’s nothing to add: the bank already has all these questions',
          facts,
        };
  return {
    tone: refused > 0 ? 'warn' : 'success',
    title: `${formatCount(fresh, 'question can', 'questions can')} be added`,
    facts,
  };
}

/** What importing the file has done. */
export function describeImport(report: ImportReport): ImportDescription {
  const { inserted, refused, types, format } = report;
  const unit = unitOf(format);
  const facts = [
    ...(inserted > 0
      ? types.map((type) => `${type.type}: ${formatCount(type.count, 'question', 'questions')}`)
      : []),
    ...duplicateFacts(report, true),
    ...(refused > 0 ? [`${formatCount(refused, `${unit} was`, `${unit}s were`)} refused.`] : []),
  ];
  if (inserted > 0) {
    const title = `${formatCount(inserted, 'question was', 'questions were')} added`;
    return { tone: refused > 0 ? 'warn' : 'success', title, facts };
  }
  // Only when somebody else added the same questions between the preview and the import.
  return { tone: 'warn', title: 'Nothing was added', facts };
}

const megabytes = (bytes: number) => (bytes / 1_048_576).toFixed(1);

/** "Reading: 3,500 questions". */
export function describeProgress({ stage, done, of }: Progress): string {
  const questions =
    of === null
      ? formatCount(done, 'question')
      : `${done.toLocaleString('en-IN')} of ${formatCount(of, 'question')}`;
  switch (stage) {
    case 'sending':
      if (of !== null && done < of) return `Sending: ${megabytes(done)} of ${megabytes(of)} MB`;
      return 'Opening the file…';
    case 'reading':
      return `Reading: ${questions}`;
    case 'comparing':
      return `Comparing with the bank: ${questions}`;
    case 'storing':
      return `Adding: ${questions}`;
  }
}
