// Which font writes which part of a text: a text comes apart into runs, one for each script in turn, or is not to be written at
// all. Names are anybody's: no text makes this throw, and its time goes with the text's length.

/** By the names of ISO 15924, which name the files of `fonts/` as well. The digits of Arabic run the other way than its letters. */
const SIGNS = {
  Deva: /\p{scx=Deva}/u,
  Beng: /\p{scx=Beng}/u,
  Guru: /\p{scx=Guru}/u,
  Gujr: /\p{scx=Gujr}/u,
  Orya: /\p{scx=Orya}/u,
  Taml: /\p{scx=Taml}/u,
  Telu: /\p{scx=Telu}/u,
  Knda: /\p{scx=Knda}/u,
  Mlym: /\p{scx=Mlym}/u,
  Arab: /(?!\p{N})\p{scx=Arab}/u,
};

export type Script = keyof typeof SIGNS;

/** `Latn` is what the fonts that every reader of PDFs has can write. */
export type Run = { script: Script | 'Latn'; text: string };

const SCRIPTS = Object.keys(SIGNS) as Script[];

const LATIN = /^[\u0020-\u007e\u00a0-\u00ff]*$/;
const JOINER = /[\u200c\u200d]/;

/** Goes on from words that run to the left: a letter, and no digit before it. Else it would have to be put in another order. */
const GOES_ON_TO_THE_RIGHT = /^\P{N}*?\p{L}/u;

export const isLatin = (text: string): boolean => LATIN.test(text);

/** @returns the runs as they stand from left to right; null where a sign is of no script here, or no order can be told */
export function runsOf(text: string): Run[] | null {
  if (isLatin(text)) return [{ script: 'Latn', text }];
  const runs: Run[] = [];
  for (const sign of text) {
    const run = runs.at(-1);
    const script = scriptOf(sign, run?.script);
    if (!script) return null;
    if (run?.script === script) run.text += sign;
    else runs.push({ script, text: sign });
  }
  return inOrder(runs);
}

function scriptOf(sign: string, before: Run['script'] | undefined): Run['script'] | undefined {
  // Every font here has a space and the joiners; both are of the script that they stand in.
  if (before && (sign === ' ' || JOINER.test(sign))) return before;
  if (isLatin(sign)) return 'Latn';
  // A danda belongs to several scripts.
  if (before && before !== 'Latn' && SIGNS[before].test(sign)) return before;
  return SCRIPTS.find((script) => SIGNS[script].test(sign));
}

/** Arabic words run to the left, in a line that runs to the right. */
function inOrder(runs: readonly Run[]): Run[] | null {
  const ordered: Run[] = [];
  for (const [at, { script, text }] of runs.entries()) {
    const next = runs[at + 1];
    if (script !== 'Arab') ordered.push({ script, text });
    else if (next && !GOES_ON_TO_THE_RIGHT.test(next.text)) return null;
    else {
      const words = text.split(' ').filter((word) => word !== '');
      ordered.push({ script, text: words.reverse().join(' ') + (text.endsWith(' ') ? ' ' : '') });
    }
  }
  return ordered;
}
