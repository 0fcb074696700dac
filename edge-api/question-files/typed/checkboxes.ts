// Options with checkboxes, as in Markdown and Open edX: "- [x] Delhi" is right, "- [ ] Mumbai" and "( ) Mumbai" are not.

import type { Line } from './labels.ts';

const box =
  /^\s{0,9}(?:(?:[-*+]|\d{1,2}[.)])\s{0,3}(?:\[([x ]?)\]|\(([x ])\))|\(([x ])\))\s{1,3}(\S.*)$/i;
/** A comment on the option above, shown after the option is chosen. */
const comment = /^\s{1,20}>\s/;
const mostOptions = 26;

type Option = Line & { isTicked: boolean };

function optionOf({ at, text }: Line): Option | null {
  const [, square, round, alone, option] = box.exec(text) ?? [];
  const isTicked = /x/i.test(square ?? round ?? alone ?? '');
  return option === undefined ? null : { at, text: option, isTicked };
}

/**
 * Gives the options letters, and adds a line with the answer. Without exactly one tick, that line leads to a message about the question. If
 * all options are ticked, the lines stay as they are, because a single (x) may be the Roman number ten.
 */
function lettered(group: readonly Option[], lines: readonly Line[]): readonly Line[] {
  const letters = group.map((_, place) => String.fromCharCode(65 + place));
  const ticked = letters.filter((_, place) => group[place]?.isTicked);
  const last = group.at(-1);
  if (!last || ticked.length === group.length || group.length > mostOptions) return lines;
  const options = group.map(({ at, text }, place) => ({ at, text: `${letters[place]}) ${text}` }));
  return [...options, { at: last.at, text: `ANSWER: ${ticked.join(', ') || '[ ]'}` }];
}

/** Gives each group of such options letters and an answer below, if any option of the file has a tick. */
export function withCheckboxes(lines: readonly Line[]): readonly Line[] {
  const options = lines.map(optionOf);
  if (!options.some((option) => option?.isTicked)) return lines;
  /** Whether a group continues at this line: at a comment on an option, or at an empty line between two options. */
  const goesOn = (at: number) => {
    const text = lines[at]?.text ?? '';
    return comment.test(text) || (text.trim() === '' && Boolean(options[at + 1]));
  };
  const read: Line[] = [];
  let from = 0;
  while (from < lines.length) {
    let to = from;
    while (options[to] || (to > from && goesOn(to))) to++;
    const group = options.slice(from, to).flatMap((option) => option ?? []);
    const own = lines.slice(from, Math.max(to, from + 1));
    read.push(...(group.length > 0 ? lettered(group, own) : own));
    from += own.length;
  }
  return read;
}
