/** The phone's camera, looking for codes until it is told to stop. Pictures stay on the phone. */
import { BarcodeDetector } from 'qr/decode.js';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { lookUntil } from './read-given.ts';
import styles from './take-in.module.css';

/** Milliseconds between two looks, so that the screen can be drawn. */
const REST_MS = 60;

interface ScanProps {
  /** What the proctor can do without a camera, as the end of a sentence. */
  instead: string;
  /** What has been read so far; empty for nothing. */
  progress: string;
  /** Returns true when no more codes are needed. */
  onText: (text: string) => boolean;
  onStop: () => void;
}

export function Scan({ instead, progress, onText, onStop }: ScanProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [trouble, setTrouble] = useState(false);
  const tell = useRef(onText);
  tell.current = onText;

  useEffect(() => {
    const stop = new AbortController();
    if (video.current)
      look(video.current, (text) => tell.current(text), stop.signal).catch((error: unknown) => {
        if (stop.signal.aborted) return;
        console.warn('The camera could not be used', error);
        setTrouble(true);
      });
    return () => stop.abort();
  }, []);

  return (
    <div className={styles.scan}>
      {trouble ? (
        <Notice tone="warn" live>
          <p>We couldn’t use the camera. Please allow it in the browser, or {instead}.</p>
        </Notice>
      ) : (
        <>
          <video ref={video} className={styles.video} muted playsInline aria-label="Camera" />
          <p aria-live="polite">{progress || 'Hold the code in front of the camera.'}</p>
        </>
      )}
      <Button onClick={onStop}>Stop</Button>
    </div>
  );
}

async function look(
  video: HTMLVideoElement,
  onText: (text: string) => boolean,
  signal: AbortSignal,
): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1_280 }, height: { ideal: 720 } },
  });
  try {
    video.srcObject = stream;
    await video.play();
    const detector = await newDetector();
    const rest = () => new Promise<void>((resolve) => setTimeout(resolve, REST_MS));
    await lookUntil(() => detector.detect(video), onText, rest, signal);
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

/** Prefers the browser's own detector: on Android it is many times faster than any script. */
async function newDetector(): Promise<Pick<BarcodeDetector, 'detect'>> {
  const own: unknown = Reflect.get(globalThis, 'BarcodeDetector');
  const Detector = typeof own === 'function' ? (own as typeof BarcodeDetector) : BarcodeDetector;
  const formats: readonly string[] = await Detector.getSupportedFormats().catch(() => []);
  const isGood = formats.includes('qr_code');
  return new (isGood ? Detector : BarcodeDetector)({ formats: ['qr_code'] });
}
