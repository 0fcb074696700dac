/** Up to three questions of a file in the look they will have in the exam, each with its key and marks. */
import type { ImportReport, ImportSample } from '#contract/desk/questions.ts';
import { optionNames } from '#contract/wire/values.ts';
import { placeWord } from './row-notes.tsx';
import styles from './sample-questions.module.css';

interface SampleQuestionsProps {
  format: ImportReport['format'];
  samples: readonly ImportSample[];
}

export function SampleQuestions({ format, samples }: SampleQuestionsProps) {
  if (samples.length === 0) return null;
  return (
    <section className={styles.samples} aria-label="How a candidate will see them">
      <h3 className={styles.heading}>How a candidate will see them</h3>
      <div className={styles.cards}>
        {samples.map((sample) => (
          <figure key={`${sample.sheet} ${sample.row}`} className={styles.sample}>
            <QuestionCard
              text={sample.Questions}
              options={optionNames.map((name) => sample[name])}
            />
            <figcaption className={styles.facts}>
              {placeWord(format)} {sample.row}, {sample.Type}. Right answer:{' '}
              {'ABCD'[optionNames.indexOf(sample.CorrectAnswer)]}. Marks {sample.Weightage}, for a
              wrong answer {sample.Negative === 0 ? '0' : `−${sample.Negative}`}.
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

const LETTERS = ['A', 'B', 'C', 'D'] as const;

interface QuestionCardProps {
  text: string;
  /** Four, in the order they are shown. */
  options: readonly string[];
}

/**
 * A question in the look it has in the exam, to be read and not answered. Its text is text: never markup,
 * its line breaks kept, its writing direction shut in.
 */
function QuestionCard({ text, options }: QuestionCardProps) {
  return (
    <div className={styles.card}>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      <ol className={styles.options}>
        {LETTERS.map((letter, place) => (
          <li key={letter} className={styles.option}>
            <span className={styles.letter} aria-hidden="true">
              {letter}
            </span>
            <span className={styles.text} dir="auto">
              {options[place]}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
