/**
 * What stands first when a page fails on the phone of a candidate who has an exam: the way to the exam, which needs no
 * network.
 */
import { useEffect, useState } from 'react';
import { readSittingNote, type SittingNote } from '#web/pwa/sitting-note.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { paths } from './paths.ts';
import { hasPaid } from './session-watch.ts';

export function ExamFirst() {
  // Undefined until the note is read: until then the candidate isn't told that the timer may be running, because it may
  // not be.
  const [note, setNote] = useState<SittingNote | null>();
  useEffect(() => {
    const read = () =>
      readSittingNote().then(setNote, (error: unknown) => {
        console.warn(error);
        setNote(null);
      });
    read();
    // An exam page that was left at once may not have written its note yet; the sync of this page writes it soon.
    const reading = setInterval(read, 2_000);
    return () => clearInterval(reading);
  }, []);
  if (!note && !hasPaid()) return null;
  return (
    <>
      <p>
        {note === 'submitted'
          ? 'Your submission is on this phone. It will be sent automatically as soon as you’re online.'
          : `Your exam opens even without a network.${note === undefined ? '' : ' The timer may be running.'}`}
      </p>
      <PageLink to={paths.exam} variant="primary">
        Go to your exam
      </PageLink>
    </>
  );
}
