/**
 * The three steps of an upload: a file is chosen, looked through, taken in. Each step can be left; a file
 * stays chosen until its questions are in.
 */
import { useRef, useState } from 'react';
import { reasonOf } from '#web/shared/use-load.ts';
import {
  type ChosenFile,
  type ImportOutcome,
  type Progress,
  type Purpose,
  sendQuestionFile,
} from './send-question-file.ts';

/** What the server takes; a larger file isn't sent. */
const MOST_BYTES = 10 * 1024 * 1024;

export type ImportStep =
  | { is: 'choosing'; problem: string | null }
  | { is: 'working'; purpose: Purpose; progress: Progress }
  | { is: 'preview'; outcome: ImportOutcome; problem: string | null }
  | { is: 'done'; outcome: ImportOutcome };

export interface Import {
  step: ImportStep;
  file: ChosenFile | null;
  choose: (file: File | null) => void;
  upload: () => void;
  /** Takes in all rows, or the sound ones where others are refused. */
  confirm: () => void;
  cancel: () => void;
  /** Back to a choice with no file chosen. */
  restart: () => void;
}

const started: Progress = { stage: 'sending', done: 0, of: null };

/** @param onChanged the bank has changed, or may have */
export function useImport(onChanged: () => void): Import {
  const [file, setFile] = useState<File | null>(null);
  const [step, setStep] = useState<ImportStep>({ is: 'choosing', problem: null });
  const chosen = useRef<ChosenFile | null>(null);
  const running = useRef<AbortController | null>(null);

  const choosing = (problem: string | null = null) => setStep({ is: 'choosing', problem });

  async function run(purpose: Purpose, of: ChosenFile, back: (problem: string) => void) {
    const stop = new AbortController();
    running.current = stop;
    const show = (progress: Progress) => setStep({ is: 'working', purpose, progress });
    show(started);
    try {
      const outcome = await sendQuestionFile(of, purpose, stop.signal, show);
      if (purpose === 'preview') return setStep({ is: 'preview', outcome, problem: null });
      setStep({ is: 'done', outcome });
      onChanged();
    } catch (error) {
      if (!stop.signal.aborted) return back(reasonOf(error).message);
      if (purpose === 'preview') return choosing();
      back('Import stopped. Unless it had just finished, nothing was added.');
      onChanged();
    }
  }

  async function upload() {
    if (!file) return;
    if (file.size > MOST_BYTES)
      return choosing('This file is larger than 10 MB. Please split it into smaller files.');
    let content: Blob;
    try {
      content = new Blob([await file.arrayBuffer()]);
    } catch {
      return choosing(
        'We couldn’t read this file. It may have been moved or changed; please choose it again.',
      );
    }
    chosen.current = { name: file.name, content };
    await run('preview', chosen.current, choosing);
  }

  async function confirm() {
    if (step.is !== 'preview' || !chosen.current) return;
    const { outcome } = step;
    await run(outcome.report.refused > 0 ? 'sound-rows' : 'all', chosen.current, (problem) =>
      setStep({ is: 'preview', outcome, problem }),
    );
  }

  return {
    step,
    file: file && (chosen.current ?? { name: file.name, content: file }),
    choose: (next) => {
      setFile(next);
      chosen.current = null;
      choosing();
    },
    upload,
    confirm,
    cancel: () => running.current?.abort(),
    restart: () => {
      setFile(null);
      chosen.current = null;
      choosing();
    },
  };
}
