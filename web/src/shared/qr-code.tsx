/** A QR code as one path: black on white in either colour scheme, since cameras want it so. */
import encodeQR from 'qr';
import styles from './qr-code.module.css';

interface QrCodeProps {
  text: string;
  label: string;
  /** As much in a code as it holds, for a screen that is read at a hand's width. */
  dense?: boolean;
}

export function QrCode({ text, label, dense = false }: QrCodeProps) {
  const rows = encodeQR(text, 'raw', { border: 4, ecc: dense ? 'low' : 'medium' });
  return (
    <svg
      className={dense ? styles.dense : styles.code}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
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
