/**
 * One question and its four options. Text from the question bank is only text: never markup, with its line breaks kept
 * and its writing direction isolated, so that no character in it can reverse the rest of the page.
 */
import { type ReactNode, useId } from 'react';
import type { PaperQuestion } from '#contract/wire/sync.ts';
import type { OptionName } from '#contract/wire/values.ts';
import { classNames } from '#web/ui/class-names.ts';
import styles from './question-view.module.css';

/**
 * Repeated here, because the contract's list would bring its schema library along, which a visitor's page doesn't load.
 */
const OPTIONS: readonly (readonly [OptionName, letter: string])[] = [
  ['OptionOne', 'A'],
  ['OptionTwo', 'B'],
  ['OptionThree', 'C'],
  ['OptionFour', 'D'],
];

export const textSizes = ['md', 'lg', 'xl', 'xxl'] as const;
export type TextSize = (typeof textSizes)[number];

/** Cells or lines: nobody reads a table or question with more, and they would slow down a phone at each press. */
const MOST_PARTS = 500;

/** The most common language of each script: Arabic, then the Unicode blocks from Devanagari on, in their order. */
const LANGUAGES = 'ur hi bn pa gu or ta te kn ml'.split(' ');

/**
 * The language whose voice reads a text aloud; undefined for the page's own. Devanagari's full stops don't count,
 * because other scripts use them too.
 */
function languageOf(text: string): string | undefined {
  const [sign] = /[\u0620-\u06d3\u0900-\u0963\u0966-\u0d7f]/.exec(text) ?? [];
  return sign && LANGUAGES[Math.max(0, (sign.charCodeAt(0) >> 7) - 17)];
}

/**
 * Consecutive lines whose cells are separated by tabs, as they come from a workbook, are a table. Its first line may
 * begin with a tab, because its corner may be empty; if another line does, the text is indented like code.
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

/** A question may be written in two languages, one below the other. */
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

/** As wide as its words; when that is too wide for the page, the table alone scrolls. */
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
  /** The name of the chosen option; empty for none. */
  chosen: string;
  textSize: TextSize;
  readOnly?: boolean;
  /** Shown below the question: where its answer came from. */
  note?: string | false | undefined;
  /** Shown beside the heading: the buttons for the size of the text. */
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
              // The letter is only seen and typed; a screen reader names the option by its text alone.
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
