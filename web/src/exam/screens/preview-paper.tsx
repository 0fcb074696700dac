/**
 * The real screens of a sitting over a paper that is not stored: nothing is written to the phone's disk or sent, and a
 * reload starts over.
 */
import { useEffect, useState } from 'react';
import type { Exam } from '#contract/wire/exams.ts';
import type { PaperQuestion } from '#contract/wire/sync.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { DocumentsScreen } from './documents/documents-screen.tsx';
import { UnusablePage } from './documents/prepare-page.ts';
import { ExamClock } from './exam-clock.tsx';
import { Instructions, Practice } from './instructions.tsx';

import { type PreviewMarks, remember, visit } from './preview-acts.ts';
import { hasDocuments, sectionsOf } from './question-state.ts';
import { SittingScreen } from './sitting-screen.tsx';
import styles from './waiting-room.module.css';

/** @param onStart opens the paper */
export function PreviewWaitingRoom({ exam, onStart }: { exam: Exam; onStart: () => void }) {
  return (
    <div className={styles.room}>
      <header className={styles.head}>
        <h1 dir="auto" className={styles.name}>
          {exam.name}
        </h1>
        <p>The exam is open. Your time starts the first time you press Start exam.</p>
        <Button variant="primary" size="lg" icon="arrow-right" onClick={onStart}>
          Start exam
        </Button>
      </header>
      <Instructions duration={exam.duration} format={exam.format} />
      {exam.format !== 'DOC Upload' && <Practice />}
    </div>
  );
}

interface PreviewPaperProps {
  exam: Exam;
  questions: readonly PaperQuestion[];
  /** Called when the exam is submitted, by a press or by the timer. */
  onOver: () => void;
}

export function PreviewPaper({ exam, questions, onOver }: PreviewPaperProps) {
  const [marks, setMarks] = useState<PreviewMarks>(new Map());
  const [position, setPosition] = useState(0);
  const remaining = useRemaining(exam.duration * 60_000, onOver);
  const qid = questions[position]?.qid;
  useEffect(() => {
    if (qid !== undefined) setMarks((before) => visit(before, qid));
  }, [qid]);

  return (
    <SittingScreen
      examName={exam.name}
      sections={sectionsOf(questions)}
      marks={marks}
      position={position}
      clock={<ExamClock remaining={remaining} />}
      waiting={0}
      signedOut={false}
      online
      readOnly={false}
      saving={null}
      notices={
        <Notice tone="info" title="Preview">
          <p>A sample paper. Nothing you do here is saved or sent.</p>
        </Notice>
      }
      documents={
        hasDocuments(exam.format)
          ? {
              pages: 0,
              screen: (
                <DocumentsScreen
                  task={exam.description}
                  documents={[]}
                  pages={new Map()}
                  readOnly={false}
                  onAdd={async () => {
                    throw new UnusablePage('This is a preview, so pages aren’t saved.');
                  }}
                  onOrder={() => {}}
                />
              ),
            }
          : null
      }
      onAct={(act) => setMarks((before) => remember(before, act))}
      onChoose={(chosen, answer) =>
        setMarks((before) => remember(before, { type: 'answered', qid: chosen, answer }))
      }
      onGo={setPosition}
      onSubmit={onOver}
    />
  );
}

/**
 * Counts down in whole seconds from the moment the paper was opened.
 * @param whole milliseconds
 * @returns milliseconds left
 */
function useRemaining(whole: number, onOver: () => void): number {
  const [end] = useState(() => Date.now() + whole);
  const [remaining, setRemaining] = useState(whole);
  useEffect(() => {
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((end - Date.now()) / 1_000) * 1_000);
      setRemaining(left);
      if (left === 0) onOver();
    }, 1_000);
    return () => clearInterval(timer);
  }, [end, onOver]);
  return remaining;
}
