/**
 * One question and its four options. Text from the question bank is text: never markup, its line breaks
 * kept, its writing direction shut in, so that no character in it can turn the rest of the page.
 */
import { type ReactNode, useId } from 'react';
import type { PaperQuestion } from '#contract/wire/sync.ts';
import type { OptionName } from '#contract/wire/values.ts';
import { classNames } from '#web/ui/class-names.ts';
import styles from './question-view.module.css';

/** Written out: the contract's list comes with the library that checks it, which a visitor's page goes without. */
const OPTIONS: readonly (readonly [OptionName, letter: string])[] = [
  ['OptionOne', 'A'],
  ['OptionTwo', 'B'],
  ['OptionThree', 'C'],
  ['OptionFour', 'D'],
];

export const textSizes = ['md', 'lg', 'xl', 'xxl'] as const;
export type TextSize = (typeof textSizes)[number];

/** Text of more is no table or question that anybody reads: so many cells or lines would hold up a phone at each press. */
const MOST_PARTS = 500;

/** Of Arabic, and the blocks of Unicode from Devanagari on in their order: the language that most people write in each. */
const LANGUAGES = 'ur hi bn pa gu or ta te kn ml'.split(' ');

/** Which voice reads a text aloud; undefined for the page's own. Full stops of Hindi are those of other scripts, too. */
function languageOf(text: string): string | undefined {
  const [sign] = /[\u0620-\u06d3\u0900-\u0963\u0966-\u0d7f]/.exec(text) ?? [];
  return sign && LANGUAGES[Math.max(0, (sign.charCodeAt(0) >> 7) - 17)];
}

/**
 * Lines one after the other whose cells stand apart by tabs, as they come from a workbook, are a table. Its first may begin with
 * a tab, for its corner is empty; others that do are indented, as code is.
 */
function partsOf(text: string): { lines: string[]; isTable: boolean }[] {
  const parts: { lines: string[]; tabbed: boolean }[] = [];
  for (const line of text.split('\n')) {
    const tabbed = line.includes('\t');
    const last = parts.at(-1);
    if (last?.tabbed === tabbed) last.lines.push(line);
    else parts.push({ lines: [line], tabbed });
  }
  return parts.map(({ lines, tabbed }) => {
    const below = lines.slice(1);
    const isTable = tabbed && below.length > 0 && !below.some((line) => line.startsWith('\t'));
    return { lines, isTable };
  });
}

/** A question may stand in two languages, one below the other. */
const inLanguages = (lines: readonly string[], end: string) =>
  lines.map((line, place) => {
    const said = line + (place < lines.length - 1 ? '\n' : end);
    const lang = languageOf(line);
    if (!lang) return said;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a question's text stays as it is.
      <span key={place} lang={lang}>
        {said}
      </span>
    );
  });

function QuestionText({ text }: { text: string }) {
  if (text.split(/[\t\n]/).length > MOST_PARTS) return text;
  return partsOf(text).map(({ lines, isTable }, place, all) =>
    isTable ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      <Table key={place} lines={lines} />
    ) : (
      inLanguages(lines, place < all.length - 1 ? '\n' : '')
    ),
  );
}

/** As wide as its words: where that is too wide, it scrolls by itself. */
function Table({ lines }: { lines: readonly string[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <section className={styles.wide} aria-label="Table" tabIndex={0}>
      <table>
        <tbody>
          {lines.map((line, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            <tr key={row}>
              {line.split('\t').map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                <td key={column} lang={languageOf(cell)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface QuestionViewProps {
  question: Pick<PaperQuestion, 'qid' | 'text' | 'options'>;
  /** "Question 3 of 20", the group's heading. */
  heading: string;
  /** The option name that is chosen; empty for none. */
  chosen: string;
  textSize: TextSize;
  readOnly?: boolean;
  /** Below the question: where its answer came from. */
  note?: string | false | undefined;
  /** Beside the heading: the size of the text. */
  tools?: ReactNode;
  onChoose: (option: OptionName) => void;
}

export function QuestionView(props: QuestionViewProps) {
  const { question, heading, chosen, textSize, readOnly = false, note, tools, onChoose } = props;
  const id = useId();
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-heading ${id}-text`}
      className={classNames(styles.question, styles[textSize])}
    >
      <div className={styles.head}>
        <h2 id={`${id}-heading`} className={styles.heading}>
          {heading}
        </h2>
        {tools}
      </div>
      <div id={`${id}-text`} className={styles.text} dir="auto">
        <QuestionText text={question.text} />
      </div>
      {note && <p className={styles.heading}>{note}</p>}
      <div className={styles.options}>
        {OPTIONS.map(([option, letter], index) => (
          <label
            key={option}
            className={styles.option}
            lang={languageOf(question.options[index] ?? '')}
          >
            <input
              type="radio"
              name={`answer-${question.qid}`}
              value={option}
              className={styles.radio}
              // The letter is for the eye and the keyboard; the option is called by its text alone.
              aria-labelledby={`${id}-${option}`}
              checked={chosen === option}
              disabled={readOnly}
              onChange={() => onChoose(option)}
            />
            <span className={styles.letter} aria-hidden="true">
              {letter}
            </span>
            <span id={`${id}-${option}`} className={styles.optionText} dir="auto">
              {question.options[index]}
            </span>
          </label>
        ))}
      </div>
    </div>
  );
}
