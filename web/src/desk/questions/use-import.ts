/**
 * The three steps of an upload: choose a file, preview it, import it. Every step can be cancelled; the file stays chosen until
 * its questions are in the bank.
 */
import { useRef, useState } from 'react';
import { isUnsure } from '#web/shared/is-unsure.ts';
import { reasonOf } from '#web/shared/use-load.ts';
import {
  type ChosenFile,
  type ImportOutcome,
  type Progress,
  type Purpose,
  sendQuestionFile,
} from './send-question-file.ts';

/** The most that the server accepts; a larger file isn't sent. */
const MOST_BYTES = 10 * 1024 * 1024;

export type ImportStep =
  | { is: 'choosing'; problem: string | null }
  | { is: 'working'; purpose: Purpose; progress: Progress }
  | {
      is: 'preview';
      outcome: ImportOutcome;
      /** Why the import failed; null when it hasn't. */
      problem: string | null;
      /** It may have finished all the same. */
      unsure: boolean;
    }
  | { is: 'done'; outcome: ImportOutcome };

export interface Import {
  step: ImportStep;
  file: ChosenFile | null;
  choose: (file: File | null) => void;
  upload: () => void;
  /** Imports all rows; when the preview refused some, only the valid ones. */
  confirm: () => void;
  cancel: () => void;
  /** Goes back to the first step, with no file chosen. */
  restart: () => void;
}

/** Goes back to the step before. @param unsure the import may have finished all the same */
type Back = (problem: string, unsure: boolean) => void;

const started: Progress = { stage: 'sending', done: 0, of: null };

/** @param onChanged called when the bank has changed or may have changed */
export function useImport(onChanged: () => void): Import {
  const [file, setFile] = useState<File | null>(null);
  const [step, setStep] = useState<ImportStep>({ is: 'choosing', problem: null });
  const chosen = useRef<ChosenFile | null>(null);
  const running = useRef<AbortController | null>(null);

  const choosing = (problem: string | null = null) => setStep({ is: 'choosing', problem });

  async function run(purpose: Purpose, of: ChosenFile, back: Back) {
    const stop = new AbortController();
    running.current = stop;
    const show = (progress: Progress) => setStep({ is: 'working', purpose, progress });
    show(started);
    try {
      const outcome = await sendQuestionFile(of, purpose, stop.signal, show);
      if (purpose === 'preview')
        return setStep({ is: 'preview', outcome, problem: null, unsure: false });
      setStep({ is: 'done', outcome });
      onChanged();
    } catch (error) {
      const isStopped = stop.signal.aborted;
      if (purpose === 'preview')
        return isStopped ? choosing() : back(reasonOf(error).message, false);
      const unsure = isStopped || isUnsure(error);
      back(isStopped ? 'You stopped it.' : reasonOf(error).message, unsure);
      if (unsure) onChanged();
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
    await run(
      outcome.report.refused > 0 ? 'sound-rows' : 'all',
      chosen.current,
      (problem, unsure) => setStep({ is: 'preview', outcome, problem, unsure }),
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
