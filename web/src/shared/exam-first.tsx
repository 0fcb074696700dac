/** What stands first where a page fails on the phone of somebody who has an exam: the way to it needs no network. */
import { useEffect, useState } from 'react';
import { readSittingNote, type SittingNote } from '#web/pwa/sitting-note.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { paths } from './paths.ts';
import { hasPaid } from './session-watch.ts';

export function ExamFirst() {
  // Undefined until it is read: nobody is told of a time that runs no more.
  const [note, setNote] = useState<SittingNote | null>();
  useEffect(() => {
    const read = () =>
      readSittingNote().then(setNote, (error: unknown) => {
        console.warn(error);
        setNote(null);
      });
    read();
    // A page that was left at once has not written it yet: what sends from this page does, by and by.
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
