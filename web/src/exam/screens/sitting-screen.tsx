/**
 * The exam itself: one question per screen, the acts within reach of a thumb, the palette beside the question or behind
 * a button. The answers shown are those on the phone's disk; a choice still being written is shown too, but never
 * called saved.
 */
import {
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { OptionName } from '#contract/wire/values.ts';
import type { CandidateAct } from '#machines/sitting/sitting-events.ts';
import { QuestionView } from '#web/shared/sitting/question-view.tsx';
import { Button } from '#web/ui/button.tsx';
import { readFrom } from '#web/ui/continue-at.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { MoveBar, Palette, type PaletteItem, QuestionStrip, SectionTabs } from './question-nav.tsx';
import {
  type PaperSection,
  type PendingChoice,
  type QuestionMarks,
  shownAnswer,
  stateOf,
} from './question-state.ts';
import { SittingBar, TextSizeButtons, useTextSize } from './sitting-bar.tsx';
import styles from './sitting-screen.module.css';
import { SubmitDialog } from './submit-dialog.tsx';
import { useExamKeys } from './use-exam-keys.ts';

export interface SittingScreenProps {
  examName: string;
  sections: readonly PaperSection[];
  marks: ReadonlyMap<string, QuestionMarks>;
  /** Index of the screen: a question, or one past the last for the documents. */
  position: number;
  clock: ReactNode;
  waiting: number;
  online: boolean;
  /** The session has ended: the server no longer knows who this candidate is. */
  signedOut: boolean;
  readOnly: boolean;
  /** A choice that is being written to the disk. */
  saving: PendingChoice | null;
  /** The disk has refused a write. */
  unsaved?: boolean;
  /** The hand-over and the code for extra time, for a phone without a network. */
  handOver?: ReactNode;
  /** Large letters from the start, as agreed beforehand. */
  largerText?: boolean;
  /** What the candidate must know now, above the question. */
  notices: ReactNode;
  /** The documents' screen and its page count; null when the exam takes no documents. */
  documents: { pages: number; screen: ReactNode } | null;
  onAct: (act: CandidateAct) => void;
  onChoose: (qid: string, option: OptionName) => void;
  onGo: (position: number) => void;
  /** Called when the candidate opens the dialog that asks whether to submit. */
  onAsk?: () => void;
  onSubmit: () => void;
}

export function SittingScreen(props: SittingScreenProps) {
  const { sections, marks, position, readOnly, saving, documents, onAct, onGo } = props;
  const questions = sections.flatMap((section) => section.questions);
  const question = questions[position];
  const screens = questions.length + (documents ? 1 : 0);
  const wide = useWide();
  const [textSize, stepTo] = useTextSize(props.largerText ? 'xl' : 'md');
  const [open, setOpen] = useState<'palette' | 'submit' | null>(null);
  // The phone was turned to where the palette stands beside the question: the sheet closes, and doesn't come back by
  // itself.
  if (wide && open === 'palette') setOpen(null);
  const screen = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each question starts at its top.
  useEffect(() => {
    scroller.current?.scrollTo(0, 0);
    // With little room the whole screen scrolls: a candidate who has scrolled down to the buttons must find the next
    // question, not the bars.
    if (screen.current?.scrollTop) scroller.current?.scrollIntoView();
    readFrom(scroller.current?.querySelector('h2'));
  }, [position]);

  const go = (next: number) => {
    if (next >= 0 && next < screens) onGo(next);
  };
  // A stable function: a button that gets a new one is drawn again.
  const goTo = useCallback(
    (index: number) => {
      setOpen(null);
      onGo(index);
    },
    [onGo],
  );
  const choose = (option: OptionName) => {
    if (question && !readOnly) props.onChoose(question.qid, option);
  };
  useExamKeys({ onChoose: choose, onMove: (step) => go(position + step) });

  const itemsOf = ({ from, questions: own }: PaperSection): PaletteItem[] =>
    own.map(({ qid }, index) => ({ index: from + index, state: stateOf(marks.get(qid)) }));
  const paletteSections = sections.map((section) => ({
    name: section.name,
    items: itemsOf(section),
  }));
  const palette = <Palette sections={paletteSections} current={position} onGo={goTo} />;
  const tabs = documents
    ? [...sections, { name: 'Documents', from: questions.length }]
    : [...sections];
  const heading = `Question ${position + 1} of ${questions.length}`;

  return (
    <div ref={screen} className={styles.screen}>
      <div className={styles.sheet}>
        <SittingBar
          {...props}
          onSubmit={() => {
            props.onAsk?.();
            setOpen('submit');
          }}
        />
        <SectionTabs sections={tabs} current={position} onGo={go} />
        {!wide && questions.length > 1 && (
          <QuestionStrip
            items={paletteSections.flatMap(({ items }) => items)}
            current={position}
            onGo={goTo}
            onAll={() => setOpen('palette')}
          />
        )}
        <div className={styles.middle}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
          <div ref={scroller} className={styles.scroller} tabIndex={0}>
            {props.notices}
            {question ? (
              <>
                <QuestionView
                  key={question.qid}
                  question={question}
                  heading={heading}
                  chosen={shownAnswer(question.qid, saving, marks)}
                  textSize={textSize}
                  readOnly={readOnly}
                  note={noteOf(marks.get(question.qid))}
                  tools={<TextSizeButtons stepTo={stepTo} />}
                  onChoose={choose}
                />
                {position === screens - 1 && (
                  <p className={styles.last}>
                    This is the last question. When you’re done, press Submit exam.
                  </p>
                )}
              </>
            ) : (
              documents?.screen
            )}
            {props.handOver}
          </div>
          {wide && questions.length > 0 && (
            <aside className={styles.side} aria-label="All questions">
              {palette}
            </aside>
          )}
        </div>
        {question ? (
          <MoveBar
            position={position}
            readOnly={readOnly}
            onPrevious={() => go(position - 1)}
            onClear={() => onAct({ type: 'cleared', qid: question.qid })}
            onMark={() => {
              if (!marks.get(question.qid)?.marked) onAct({ type: 'marked', qid: question.qid });
              go(position + 1);
            }}
            onNext={() => {
              const unmark = !readOnly && marks.get(question.qid)?.marked;
              if (unmark) onAct({ type: 'unmarked', qid: question.qid });
              go(position + 1);
            }}
          />
        ) : (
          questions.length > 0 && (
            <div className={styles.back}>
              <Button icon="arrow-left" onClick={() => go(position - 1)}>
                Previous
              </Button>
            </div>
          )
        )}
        <Dialog
          open={open === 'palette'}
          onClose={() => setOpen(null)}
          title="All questions"
          placement="sheet"
        >
          {palette}
        </Dialog>
        <SubmitDialog
          open={open === 'submit'}
          sections={paletteSections.map(({ name, items }) => ({
            name,
            states: items.map(({ state }) => state),
          }))}
          pages={documents?.pages ?? null}
          onClose={() => setOpen(null)}
          onSubmit={() => {
            setOpen(null);
            props.onSubmit();
          }}
        />
      </div>
    </div>
  );
}

function noteOf(marks: QuestionMarks | undefined): string | false | undefined {
  return marks?.elsewhere && `${marks.answer ? 'Answered' : 'Cleared'} on your other phone`;
}

// Whether the window has room for the palette beside the question.

/** The same breakpoint as in sitting-screen.module.css. */
const query = window.matchMedia('(min-width: 60em)');

function subscribe(listener: () => void) {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}
