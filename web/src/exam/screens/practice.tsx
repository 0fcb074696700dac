/** Three questions to try the screen with. They are kept nowhere and count for nothing. */
import { useState } from 'react';
import type { OptionName } from '#contract/wire/values.ts';
import { QuestionView } from '#web/shared/sitting/question-view.tsx';
import { Button } from '#web/ui/button.tsx';
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

export function Practice() {
  const [index, setIndex] = useState<number | null>(null);
  const [answers, setAnswers] = useState<Record<string, OptionName>>({});
  const [textSize, stepTo] = useTextSize();
  const question = index === null ? undefined : questions[index];

  return (
    <section className={styles.part} aria-labelledby="practice">
      <h2 id="practice">Try three questions</h2>
      {question && index !== null ? (
        <div className={styles.practice}>
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
            <Button
              onClick={() => setAnswers(({ [question.qid]: _, ...others }) => others)}
              disabled={!answers[question.qid]}
            >
              Clear response
            </Button>
            <Button onClick={() => setIndex(index + 1 < questions.length ? index + 1 : null)}>
              {index + 1 < questions.length ? 'Next practice question' : 'Finish practice'}
            </Button>
          </div>
        </div>
      ) : (
        <>
          <p>They look like the real ones, but don’t count.</p>
          <div className={styles.acts}>
            <Button onClick={() => setIndex(0)}>Start practice</Button>
          </div>
        </>
      )}
    </section>
  );
}
