/** Finds a candidate by the code on the hall ticket on their phone, which holds their UID. Works without a network. */
import { useState } from 'react';
import type { BoardRow } from '#contract/hall/board.ts';
import { Scan } from '../hand-over/scan.tsx';

interface ScanCandidateProps {
  rows: readonly BoardRow[];
  onFound: (row: BoardRow) => void;
  onStop: () => void;
}

export function ScanCandidate({ rows, onFound, onStop }: ScanCandidateProps) {
  const [said, setSaid] = useState('');
  const seen = (text: string): boolean => {
    const uid = text.trim().toUpperCase();
    const row = rows.find((each) => each.uid === uid);
    if (row) onFound(row);
    else setSaid('This hall ticket doesn’t belong to any candidate on your board.');
    return row !== undefined;
  };
  return <Scan instead="search by name" progress={said} onText={seen} onStop={onStop} />;
}
