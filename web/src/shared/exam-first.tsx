/** What stands first where a page fails on the phone of somebody who has an exam: the way to it needs no network. */
import { useEffect, useState } from 'react';
import { isSittingNoted } from '#web/pwa/sitting-note.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { paths } from './paths.ts';
import { hasPaid } from './session-watch.ts';

export function ExamFirst() {
  const [has, setHas] = useState(hasPaid);
  useEffect(() => {
    isSittingNoted().then((noted) => noted && setHas(true), console.warn);
  }, []);
  if (!has) return null;
  return (
    <>
      <p>Your exam opens without network. Its time may be running.</p>
      <PageLink to={paths.exam} variant="primary">
        Go to your exam
      </PageLink>
    </>
  );
}
