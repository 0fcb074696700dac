/**
 * What happens in the exam, in words for someone who reads English as a second language, and three questions to try.
 */
import { useId, useState } from 'react';
import type { ExamFormat } from '#contract/wire/exams.ts';
import type { OptionName } from '#contract/wire/values.ts';
import { formatDuration } from '#web/shared/format.ts';
import { QuestionView } from '#web/shared/sitting/question-view.tsx';
import { Button } from '#web/ui/button.tsx';
import { continueAt } from '#web/ui/continue-at.ts';
import { TextSizeButtons, useTextSize } from './sitting-bar.tsx';
import styles from './waiting-room.module.css';

interface InstructionsProps {
  /** Minutes; null while it is not known. */
  duration: number | null;
  /** Agreed beforehand or given by a proctor, as far as this phone knows. */
  extraSeconds?: number;
  format: ExamFormat | null;
  /** The time from which the timer runs for everyone; left out when the candidate still has the whole duration. */
  since?: string | null;
}

export function Instructions({ duration, extraSeconds = 0, format, since }: InstructionsProps) {
  const id = useId();
  const extra = Math.floor(extraSeconds / 30) / 2; // 25 % of half an hour is 7.5 minutes
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>How it works</h2>
      <ol className={styles.steps}>
        <li>
          {duration !== null &&
            `You have ${formatDuration(duration)}${extra > 0 ? `, plus ${formatDuration(extra)} of extra time` : ''}${since ? `, counted from ${since}` : ''}. `}
          The timer at the top shows how much is left. At 00:00 your exam is submitted
          automatically.
        </li>
        {format !== 'DOC Upload' && (
          <>
            <li>You see one question at a time. Tap an answer to choose it.</li>
            <li>
              You can change an answer, clear it, or mark the question to come back to later. Tap a
              number to go to any question.
            </li>
          </>
        )}
        {format !== null && format !== 'MCQ' && (
          <li>
            Write on paper, then take a photo of each page. You can also add PDF files, change the
            order, and retake a page.
          </li>
        )}
        <li>
          Every answer is saved on this phone straight away. If the network goes, carry on. If the
          phone switches off, open this page again and pick up where you left off.
        </li>
        <li>
          When you’re done, press Submit exam. Keep this page open until you see your receipt.
        </li>
      </ol>
    </section>
  );
}

// Three questions for trying out the screen. They are stored nowhere and don't count.

const questions = [
  {
    qid: 'practice-1',
    text: 'Tap the row that says Tuesday.',
    options: ['Monday', 'Tuesday', 'Wednesday', 'Thursday'],
  },
  {
    qid: 'practice-2',
    text: 'Choose any row, then choose another. Which one stays selected?',
    options: ['The first one', 'The last one', 'Both of them', 'None of them'],
  },
  {
    qid: 'practice-3',
    text: 'Choose a row, then press Clear response. What’s left?',
    options: ['No answer', 'The previous answer', 'All four', 'The first row'],
  },
];

const continueInside = (place: HTMLElement | null) => continueAt(place?.querySelector('h2'));

export function Practice() {
  /** Null after the last question; undefined before the first. */
  const [index, setIndex] = useState<number | null>();
  const [answers, setAnswers] = useState<Record<string, OptionName>>({});
  const [textSize, stepTo] = useTextSize();
  const question = questions[index ?? -1];
  const isLast = index === questions.length - 1;

  return (
    <section className={styles.part} aria-labelledby="practice">
      <h2 id="practice">Try three questions</h2>
      {question && typeof index === 'number' ? (
        <div ref={continueInside} className={styles.practice}>
          <QuestionView
            key={question.qid}
            question={question}
            heading={`Practice ${index + 1} of ${questions.length}`}
            chosen={answers[question.qid] ?? ''}
            textSize={textSize}
            tools={<TextSizeButtons stepTo={stepTo} />}
            onChoose={(option) => setAnswers({ ...answers, [question.qid]: option })}
          />
          <div className={styles.acts}>
            <Button onClick={() => setAnswers(({ [question.qid]: _, ...others }) => others)}>
              Clear response
            </Button>
            <Button onClick={() => setIndex(isLast ? null : index + 1)}>
              {isLast ? 'Finish practice' : 'Next practice question'}
            </Button>
          </div>
        </div>
      ) : (
        <>
          <p ref={index === null ? continueAt : null}>
            They look like the real ones, but don’t count.
          </p>
          <div className={styles.acts}>
            <Button onClick={() => setIndex(0)}>Start practice</Button>
          </div>
        </>
      )}
    </section>
  );
}
