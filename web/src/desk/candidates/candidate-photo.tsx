/** The photograph that a proctor compares a candidate with, and taking it away when nobody can be known by it. */
import { useState } from 'react';
import { type Candidate, officeActSchema } from '#contract/desk/candidates.ts';
import { type OwnPhoto, ownPhotoSchema } from '#contract/site/photo.ts';
import { api } from '#web/shared/http.ts';
import { Photo } from '#web/shared/photo/photo.tsx';
import { useLoad } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './candidate.module.css';
import { OfficeDialog } from './office-dialog.tsx';

interface CandidatePhotoProps {
  candidate: Candidate;
  onDone: (said: string) => void;
}

export function CandidatePhoto({ candidate: { uid, fullName }, onDone }: CandidatePhotoProps) {
  const path = `candidates/${encodeURIComponent(uid)}/photo`;
  const [loaded, retry] = useLoad(path, ownPhotoSchema);
  const [removed, setRemoved] = useState<OwnPhoto | null>(null);
  const [removing, setRemoving] = useState(false);
  const own = removed ?? (loaded.state === 'ready' ? loaded.data : null);
  return (
    <section className={styles.part} aria-label="Photo">
      <h2>Photo</h2>
      {loaded.state === 'loading' && <Loading label="Loading the photo…" onRetry={retry} />}
      {loaded.state === 'failed' && (
        <Notice tone="warn" title="The photo could not be loaded">
          <p>{loaded.message}</p>
          <Button icon="refresh" onClick={retry}>
            Try again
          </Button>
        </Notice>
      )}
      {own && (
        <div className={styles.photo}>
          {own.photo && <Photo jpeg={own.photo.jpeg} alt={`Photo of ${fullName}`} />}
          <p className={styles.about}>{wordsOf(own)}</p>
          {own.photo && !own.locked && (
            <Button icon="trash" onClick={() => setRemoving(true)}>
              Remove photo
            </Button>
          )}
        </div>
      )}
      <OfficeDialog
        open={removing}
        onClose={() => setRemoving(false)}
        title="Remove this photo?"
        action="Remove"
        pendingLabel="Removing…"
        problemTitle="The photo was not removed"
        danger
        plan={{
          schema: officeActSchema,
          send: (body) => api.post(`${path}/remove`, body, ownPhotoSchema),
          onDone: (now) => {
            setRemoving(false);
            setRemoved(now);
            onDone('The photo was removed.');
          },
          fallback: 'The photo could not be removed. Please try again.',
        }}
      >
        {() => (
          <p>
            It is erased at once and can’t be brought back. <strong>{fullName}</strong> is asked on
            the page My account to add another one.
          </p>
        )}
      </OfficeDialog>
    </section>
  );
}

function wordsOf({ photo, locked, refused }: OwnPhoto): string {
  if (photo)
    return locked
      ? 'A proctor has checked them in, so the photo stays until their exam is over.'
      : 'The proctor at the door compares it with whoever stands there.';
  return refused
    ? 'The office removed the last one. The candidate is asked on the page My account to add another.'
    : 'The candidate has added none. The proctor compares their photo ID instead.';
}
