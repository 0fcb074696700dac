/** Downloads a file that requires a sign-in; a failure is shown beside the button. */
import { type ReactNode, useId, useState } from 'react';
import { api } from '#web/shared/http.ts';
import { saveFile } from '#web/shared/save-file.ts';
import { reasonOf } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { ageOf, ageWords } from './age-words.ts';
import styles from './download-button.module.css';
import { RowAct } from './row-act.tsx';

interface DownloadButtonProps {
  /** Below /api/v1/. */
  path: string;
  fileName: string;
  /** What the file contains: "Only what is found here: 12 exams." */
  hint?: string;
  /** Smaller, for use among the acts on rows. */
  small?: boolean;
  children: ReactNode;
}

/** Long enough to write 100,000 participants and send them over a slow line. */
const TIMEOUT_MS = 10 * 60_000;
const PREPARING = 'Preparing…';

export function DownloadButton({ path, fileName, hint, small, children }: DownloadButtonProps) {
  const id = useId();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [age, setAge] = useState(0);

  async function download() {
    setPending(true);
    setProblem(null);
    setAge(0);
    try {
      const heard = (headers: Headers) => setAge(ageOf(headers));
      saveFile(await api.getFile(path, { timeoutMs: TIMEOUT_MS, heard }), fileName);
    } catch (error) {
      setProblem(reasonOf(error).message);
    } finally {
      setPending(false);
    }
  }

  return (
    <div className={styles.download}>
      {small ? (
        <RowAct icon="download" pending={pending} onClick={download}>
          {pending ? PREPARING : children}
        </RowAct>
      ) : (
        <Button
          icon="download"
          pending={pending}
          pendingLabel={PREPARING}
          aria-describedby={hint && id}
          onClick={download}
        >
          {children}
        </Button>
      )}
      {hint && (
        <p id={id} className={styles.hint}>
          {hint}
        </p>
      )}
      {age > 0 && (
        <p className={styles.hint} role="status">
          {ageWords(age, 'written')}
        </p>
      )}
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
