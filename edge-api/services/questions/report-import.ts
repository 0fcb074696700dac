// What an import says about a file: totals, every refused row, the first of the other notes, and three of its questions.
import {
  type ImportReport,
  type ImportSample,
  MOST_NOTES,
  type RowNote,
} from '#contract/desk/questions.ts';
import { optionNames } from '#contract/wire/values.ts';
import type { FileReading } from '../../question-files/question-file.ts';
import { countTypes, type Fresh, type Sorted } from './sort-out-rows.ts';

export type AllNotes = { errors: RowNote[]; warnings: RowNote[]; repeats: RowNote[] };

/** @param wanted whether the questions that the bank lacks go in, or are only told of */
export function makeReport(
  reading: FileReading,
  { fresh, known }: Sorted,
  wanted: boolean,
): { report: ImportReport; notes: AllNotes } {
  const { errors, warnings } = reading;
  const repeats = [...reading.duplicates, ...known];
  const report = {
    format: reading.format,
    inserted: wanted ? fresh.length : 0,
    duplicates: repeats.length,
    inBank: known.length,
    refused: errors.length,
    warned: warnings.length,
    errors,
    warnings: warnings.slice(0, MOST_NOTES),
    repeats: repeats.slice(0, MOST_NOTES),
    types: countTypes(fresh),
    samples: pickSamples(fresh),
  };
  return { report, notes: { errors, warnings, repeats } };
}

/** The first, the one in the middle and the last: a file's habits change on its way. */
function pickSamples(fresh: readonly Fresh[]): ImportSample[] {
  const places = new Set([0, Math.floor((fresh.length - 1) / 2), fresh.length - 1]);
  return [...places].flatMap((place) => {
    const chosen = fresh[place];
    return chosen ? [toSample(chosen)] : [];
  });
}

function toSample({ from, question }: Fresh): ImportSample {
  const [OptionOne, OptionTwo, OptionThree, OptionFour] = from.options;
  return {
    sheet: from.sheet,
    row: from.row,
    Questions: question.text,
    OptionOne,
    OptionTwo,
    OptionThree,
    OptionFour,
    CorrectAnswer: optionNames[from.correct],
    Weightage: question.weightage / 100,
    Negative: question.negative / 100,
    Type: question.type,
  };
}
