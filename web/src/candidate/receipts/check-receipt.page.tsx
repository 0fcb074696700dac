/** Checks an exam's receipt for anyone who holds it. It needs no account, and shows no name and no answer. */
import { type FormEvent, useEffect, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import styles from './check-receipt.module.css';
import { judgeReceipt, type Verdict } from './judge-receipt.ts';

export const description =
  'Check whether the receipt for a submitted exam is genuine, and when the exam server received it.';

const failed: Verdict = {
  tone: 'warn',
  title: 'We couldn’t check this receipt',
  text: 'Something went wrong. Please try again.',
};

/** A scanned receipt is in the address behind the #, which the browser doesn't send to any server. */
function scanned(): string {
  const text = location.hash.slice(1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // an address that was cut or mistyped
  }
}

export default function CheckReceipt() {
  const [typed, setTyped] = useState(scanned);
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [pending, setPending] = useState(false);

  const check = async (code: string) => {
    setPending(true);
    setVerdict(null);
    setVerdict(
      await judgeReceipt(code).catch((error: unknown) => {
        console.error('A receipt could not be checked', error);
        return failed;
      }),
    );
    setPending(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for a scanned receipt.
  useEffect(() => {
    if (typed !== '') void check(typed);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!pending) void check(typed);
  };

  return (
    <Page
      title="Check a receipt"
      intro="Every submitted exam has a receipt signed by the exam server. Check here whether a receipt is genuine. This doesn’t reveal who took the exam, or their answers."
      width="form"
    >
      <form className={styles.form} onSubmit={submit}>
        <TextArea
          label="Receipt code"
          hint="Type the 12 letters and digits. Or paste the long receipt, which you can check even without a network."
          name="code"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Button type="submit" variant="primary" pending={pending} pendingLabel="Checking…">
          Check
        </Button>
      </form>
      <div role="status">
        {verdict && (
          <Notice tone={verdict.tone} title={verdict.title}>
            <p>{verdict.text}</p>
          </Notice>
        )}
      </div>
    </Page>
  );
}
