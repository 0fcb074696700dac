/** A QR code as one path: always black on white, also in dark mode, because cameras need that. */
import { correction, generate } from 'lean-qr';
import styles from './qr-code.module.css';

/** The standard requires this margin, so that a camera finds the code. */
const MARGIN = 4;

interface QrCodeProps {
  text: string;
  label: string;
  /** Packs as much as possible into one code, for a screen that is read from a hand's width away. */
  dense?: boolean;
}

export function QrCode({ text, label, dense = false }: QrCodeProps) {
  const code = generate(text, { minCorrectionLevel: dense ? correction.L : correction.M });
  const places = Array.from({ length: code.size }, (_, at) => at);
  const rows = places.map((y) => places.map((x) => code.get(x, y)));
  const side = code.size + 2 * MARGIN;
  return (
    <svg
      className={dense ? styles.dense : styles.code}
      viewBox={`${-MARGIN} ${-MARGIN} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={rows.map(runsOf).join('')} />
    </svg>
  );
}

/** The dark stretches of a row. */
function runsOf(row: readonly boolean[], y: number): string {
  let path = '';
  for (let from = row.indexOf(true); from >= 0; ) {
    const end = row.indexOf(false, from);
    const to = end < 0 ? row.length : end;
    path += `M${from} ${y}h${to - from}v1H${from}z`;
    from = row.indexOf(true, to);
  }
  return path;
}
