/**
 * The hand-over as a code for a camera. Several codes follow one another automatically; a camera can read them in any
 * order.
 */
import { useCallback, useEffect, useState } from 'react';
import { toCodes } from '#seals/hand-over-codes.ts';
import { QrCode } from '#web/shared/qr-code.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './hand-over.module.css';

export const CANT_SEAL =
  'This phone can’t hand over this exam. Your answers are safe here. Please show this message to the proctor.';

/** Milliseconds per code: a camera that reads ten pictures a second sees each code several times. */
const EACH_MS = 900;
/**
 * Milliseconds before a single code is sealed anew: it says when it was sealed, which must be recent when the proctor
 * scans it.
 */
const FRESH_MS = 60_000;

/** @param pack the same function throughout a sitting; rejects when nothing can be sealed */
export function CodeOnScreen({ pack }: { pack: () => Promise<Uint8Array<ArrayBuffer>> }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [failed, setFailed] = useState(false);
  const [place, setPlace] = useState(0);
  const [still, setStill] = useState(false);

  const count = codes?.length ?? 0;
  const seal = useCallback(async () => {
    setFailed(false);
    try {
      setCodes(toCodes(await pack()));
    } catch (error) {
      console.warn('Nothing could be handed over', error);
      setFailed(true);
    }
  }, [pack]);
  useEffect(() => {
    if (count === 0) void seal();
    // Several codes don't change while a camera is collecting them.
    if (count !== 1) return;
    const timer = setInterval(() => void seal(), FRESH_MS);
    return () => clearInterval(timer);
  }, [count, seal]);
  useEffect(() => {
    if (count < 2 || still) return;
    const timer = setInterval(() => setPlace((shown) => (shown + 1) % count), EACH_MS);
    return () => clearInterval(timer);
  }, [count, still]);

  if (!codes && failed)
    return (
      <Notice tone="danger" live>
        <p>{CANT_SEAL}</p>
        <Button onClick={() => void seal()}>Try again</Button>
      </Notice>
    );
  if (!codes) return <p role="status">Making the code…</p>;
  const code = codes[place];
  if (code === undefined)
    return (
      <Notice tone="warn">
        <p>There are too many answers for a code. Please save a file instead.</p>
      </Notice>
    );
  return (
    <div className={styles.code}>
      <QrCode text={code} label={count > 1 ? `Code ${place + 1} of ${count}` : 'Code'} dense />
      {count > 1 && (
        <div className={styles.steps}>
          <p>
            Code {place + 1} of {count}
          </p>
          <Button variant="quiet" icon={still ? 'play' : 'pause'} onClick={() => setStill(!still)}>
            {still ? 'Play' : 'Pause'}
          </Button>
          <Button
            variant="quiet"
            icon="arrow-right"
            onClick={() => {
              setStill(true);
              setPlace((place + 1) % count);
            }}
          >
            Next code
          </Button>
        </div>
      )}
      <p>
        Turn up the brightness and hold your screen in front of the proctor’s camera until they say
        it worked.
      </p>
    </div>
  );
}
