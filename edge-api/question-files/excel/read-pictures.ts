// Where pictures, text boxes and charts begin on a sheet: a text can't carry them over, so a note says where they were.
import { readXml } from './read-xml.ts';

/** The rows their upper left corners lie in, as Excel counts. @throws FileRefusal */
export function readPictureRows(part: string, bytes: Uint8Array): Set<number> {
  const rows = new Set<number>();
  let digits: string | null = null;
  readXml(part, bytes, {
    open(name, _, parent) {
      if (name === 'row' && parent === 'from') digits = '';
    },
    text(piece) {
      if (digits !== null) digits += piece;
    },
    close(name) {
      if (name !== 'row' || digits === null) return;
      const place = Number(digits.trim());
      if (Number.isInteger(place) && place >= 0) rows.add(place + 1);
      digits = null;
    },
  });
  return rows;
}
