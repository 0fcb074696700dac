/**
 * How a person has set up the desk on this computer: how tall rows are, which columns are hidden, how many rows a page
 * has.
 */
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { readLocal, writeLocal } from '#web/shared/local-keys.ts';

const listChoiceSchema = z.object({
  /** Keys of the columns that are hidden. */
  hidden: z.optional(z.array(z.string())),
  pageSize: z.optional(z.number()),
});
const choicesSchema = z.object({
  measure: z._default(z.enum(['compact', 'cosy']), 'compact'),
  lists: z._default(z.record(z.string(), listChoiceSchema), {}),
});
export type DeskChoices = z.output<typeof choicesSchema>;
type ListChoice = z.output<typeof listChoiceSchema>;

let choices: DeskChoices | null = null;
const watching = new Set<() => void>();

/** When the stored choices can't be read, the defaults apply. */
function read(): DeskChoices {
  choices ??= parse(readLocal('desk'));
  return choices;
}

function parse(text: string | null): DeskChoices {
  try {
    return choicesSchema.parse(JSON.parse(text ?? '{}'));
  } catch {
    return choicesSchema.parse({});
  }
}

function change(make: (before: DeskChoices) => DeskChoices) {
  // Another tab may have saved other choices meanwhile.
  const saved = readLocal('desk');
  choices = make(saved === null ? read() : parse(saved));
  writeLocal('desk', JSON.stringify(choices));
  for (const tell of watching) tell();
}

export function useDeskChoices(): DeskChoices {
  return useSyncExternalStore(watch, read);
}

function watch(tell: () => void): () => void {
  watching.add(tell);
  return () => watching.delete(tell);
}

export function chooseMeasure(measure: DeskChoices['measure']) {
  change((before) => ({ ...before, measure }));
}

/** @param list the list's `name` in `Found` */
export function changeListChoice(list: string, choice: ListChoice) {
  change(({ lists, ...others }) => ({
    ...others,
    lists: { ...lists, [list]: { ...lists[list], ...choice } },
  }));
}
