/** What happens in the exam, in words for someone who reads English as a second language. */
import { useId } from 'react';
import type { ExamFormat } from '#contract/wire/exams.ts';
import { formatDuration } from '#web/shared/format.ts';
import styles from './waiting-room.module.css';

interface InstructionsProps {
  /** Minutes; null while it is not known. */
  duration: number | null;
  format: ExamFormat | null;
}

export function Instructions({ duration, format }: InstructionsProps) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>How it works</h2>
      <ol className={styles.steps}>
        <li>
          {duration === null
            ? 'The time left is shown at the top.'
            : `You have ${formatDuration(duration)}. The time left is shown at the top.`}{' '}
          At 00:00 your exam is submitted automatically.
        </li>
        {format !== 'DOC Upload' && (
          <>
            <li>One question is on the screen at a time. Tap an answer to choose it.</li>
            <li>
              You can change an answer, clear it, or mark the question and come back later. Go to
              any question from the row of numbers.
            </li>
          </>
        )}
        {format !== null && format !== 'MCQ' && (
          <li>
            Write on paper, take a photo of each page and add it. You can also add PDF files. You
            can change the order and retake a page.
          </li>
        )}
        <li>
          Every answer is saved on this phone at once. If the network goes, carry on. If the phone
          turns off, open this page again: you continue where you were.
        </li>
        <li>
          When you are done, press Submit exam. Keep this page open until your receipt is shown.
        </li>
      </ol>
    </section>
  );
}
