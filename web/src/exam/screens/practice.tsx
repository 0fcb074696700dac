/** Three questions to try the screen with. They are kept nowhere and count for nothing. */
import { useState } from 'react';
import type { OptionName } from '#contract/wire/values.ts';
import { QuestionView } from '#web/shared/sitting/question-view.tsx';
import { Button } from '#web/ui/button.tsx';
import { continueAt } from '#web/ui/continue-at.ts';
import { TextSizeButtons, useTextSize } from './text-size-buttons.tsx';
import styles from './waiting-room.module.css';

const questions = [
  {
    qid: 'practice-1',
    text: 'Tap the row that says Tuesday.',
    options: ['Monday', 'Tuesday', 'Wednesday', 'Thursday'],
  },
  {
    qid: 'practice-2',
    text: 'Choose any row, then choose another one. Which stays chosen?',
    options: ['The first one', 'The last one', 'Both of them', 'None of them'],
  },
  {
    qid: 'practice-3',
    text: 'Choose a row, then press Clear response. What is left?',
    options: ['No answer', 'The answer before', 'All four', 'The first row'],
  },
];

const continueInside = (place: HTMLElement | null) => continueAt(place?.querySelector('h2'));

export function Practice() {
  /** Null after the last. */
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
