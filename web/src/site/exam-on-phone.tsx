/**
 * Shows the product in use: the exam's own screen on a phone whose network goes and comes back. The animation is three
 * seconds of plain CSS and runs once. Visitors who prefer reduced motion see the frame in the middle, where the answer
 * is saved without a network. Keyboards and screen readers skip the phone and have the words below.
 */
import type { ReactNode } from 'react';
import { paths } from '#web/shared/paths.ts';
import { QuestionView } from '#web/shared/sitting/question-view.tsx';
import { SavedLine } from '#web/shared/sitting/saved-line.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { shown } from './content/home.ts';
import styles from './exam-on-phone.module.css';

const nothing = () => {};

/** Frames lie on top of each other; `at` says when each one is visible. */
type At = 'before' | 'gone' | 'saved' | 'back' | 'open' | 'chosen';

export function ExamOnPhone() {
  return (
    <figure className={styles.figure}>
      <Screen />
      <figcaption className={styles.words}>
        <ol className={styles.steps}>
          {shown.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <div className={styles.acts}>
          <LinkButton to={paths.practice}>Try a practice exam</LinkButton>
          {/* The button works without the app: web/src/app/site-start.ts. */}
          <button type="button" className={styles.again} data-plain data-replays>
            Play again
          </button>
        </div>
      </figcaption>
    </figure>
  );
}

function Screen() {
  return (
    <div className={styles.phone} inert aria-hidden="true">
      <div className={styles.screen}>
        <div className={styles.system}>
          <span>{shown.time}</span>
          <svg className={styles.signal} viewBox="0 0 20 14" aria-hidden="true" focusable="false">
            <path
              className={styles.bars}
              d="M1 10h2.6v3H1zm5-3h2.6v6H6zm5-3h2.6v9H11zm5-3h2.6v12H16z"
            />
            <path className={styles.cut} d="m2 1 16 12" />
          </svg>
        </div>
        <div className={styles.bar}>
          <span className={styles.clock}>{shown.clock}</span>
          <div className={styles.stack}>
            <Frame at="before">
              <SavedLine waiting={0} saving={false} online signedOut={false} />
            </Frame>
            <Frame at="gone">
              <SavedLine waiting={0} saving={false} online={false} signedOut={false} />
            </Frame>
            <Frame at="saved">
              <SavedLine waiting={1} saving={false} online={false} signedOut={false} />
            </Frame>
            <Frame at="back">
              <SavedLine waiting={1} saving={false} online signedOut={false} />
            </Frame>
          </div>
        </div>
        <div className={styles.stack}>
          <Frame at="open">
            <Question chosen="" />
          </Frame>
          <Frame at="chosen">
            <Question chosen="OptionOne" />
          </Frame>
        </div>
      </div>
    </div>
  );
}

function Frame({ at, children }: { at: At; children: ReactNode }) {
  return <div className={styles[at]}>{children}</div>;
}

function Question({ chosen }: { chosen: string }) {
  return (
    <div className={styles.question}>
      <QuestionView
        question={shown.question}
        heading={shown.heading}
        chosen={chosen}
        textSize="md"
        onChoose={nothing}
      />
    </div>
  );
}
